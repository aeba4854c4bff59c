from typing_extensions import disjoint_base

from ..kernel import Kernel

@disjoint_base
class Linked(Kernel):
    def path(self) -> list[int]: ...
    def sanity(self) -> bool: ...
