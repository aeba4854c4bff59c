from typing import final

@final
class Room:
    def __new__(cls, n_nodes: int, n_options: int, n_entries: int, needs: int) -> Room: ...
