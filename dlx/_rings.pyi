from typing_extensions import disjoint_base

from ._kernel import Kernel

@disjoint_base
class Linked(Kernel): ...
