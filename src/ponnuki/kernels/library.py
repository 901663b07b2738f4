"""The LLVM code of one kernel, from which machine code is made only if Python calls the kernel.

Numba optimises every compiled function together with all that it calls, and makes machine code of it at once. For a
kernel that only other kernels call this is work for nothing: its code is linked into theirs, optimised there once more,
and run there. Nine kernels in ten are of that kind. So a `KernelLibrary` is first *closed*: what the kernel calls is
linked to it, and callers can link it in turn. It is *finished*, that is optimised and made machine code, when Python
calls the kernel. Both start from the same closed code, so it does not matter what happened before.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.environment import lookup_environment


class Kept(NamedTuple):
    """A closed library as it is kept; with machine code, if it has been finished once."""

    bitcode: bytes
    machine_code: bytes | None
    environments: list[Any]
    """The Python constants of all functions in the code."""


class KernelLibrary(JITCodeLibrary):
    """Numba's library of a compiled function; here `finalize` closes, and `finish` does the rest."""

    _shared_module: Any

    def __init__(self, codegen: Any, name: str, kept: Kept | None = None) -> None:
        """A library to be filled by numba, or one as it was kept."""
        super().__init__(codegen, name)
        self.enable_object_caching()
        self._kept, self._finalized = kept, kept is not None

    @property
    def kept(self) -> Kept:
        """What has to be kept of the library in order to have it again."""
        if self._kept is None:
            module = self._get_module_for_linking()
            found = (lookup_environment(variable.name) for variable in module.global_variables)
            self._kept = Kept(module.as_bitcode(), None, [one for one in found if one is not None and one.can_cache()])
        return self._kept

    @property
    def has_dynamic_globals(self) -> bool:
        """Whether an address of this process is in the code."""
        variables = self._get_module_for_linking().global_variables
        return any(variable.name.startswith("numba.dynamic.globals") for variable in variables)

    def finalize(self) -> None:
        """Close. Numba calls this before it links the library to another one."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True

    def finish(self, add_entry: Callable[[], None]) -> None:
        """Make machine code, or load it if there is some; `add_entry` adds what Python calls."""
        if self.kept.machine_code is not None:
            self._set_compiled_object(self.kept.machine_code)
            self._finalize_final_module()
        else:
            self._final_module, self._finalized = llvm.parse_bitcode(self.kept.bitcode), False
            add_entry()
            self._optimize_final_module()
            self._final_module.verify()
            self._finalize_final_module()
            self._kept = self.kept._replace(machine_code=self._get_compiled_object())
        for environment in self.kept.environments:
            self._codegen.set_env(environment.env_name, environment)

    def get_pointer_to_function(self, name: str) -> int:
        """The address of a function of a finished library."""
        address: int = self._codegen._engine.get_function_address(name)
        return address

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None and self._kept is not None:
            self._shared_module = llvm.parse_bitcode(self._kept.bitcode)
        return super()._get_module_for_linking()
