from typing import final

@final
class GraphRoom:
    def __new__(cls, n: int, edges: int) -> GraphRoom: ...
