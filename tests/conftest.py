"""What several test files share."""

import pytest

from dlx.kernels import KERNELS, Kernels


@pytest.fixture(scope="module", params=KERNELS)
def every_kernel(request):
    """Each kernel in turn is the one that "auto" chooses."""
    take = Kernels.take

    def chosen(self, problem, name, seed):
        return take(self, problem, request.param if name == "auto" else name, seed)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kernels, "take", chosen)
        yield request.param
