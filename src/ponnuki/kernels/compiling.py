"""How a kernel is compiled: as numba does it, but machine code is made only of kernels that Python calls.

`library.py` says why. A `KernelDispatcher` is what `@jit` makes of a function: numba's dispatcher, for which a kernel
compiled for certain types is an `Entry`. A kernel that calls another asks for its types and its LLVM code, which are
there; a call from Python asks for a function, and gets it from the entry, which finishes the library first.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder, compile_result
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.event import trigger_event
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature
from numba.core.typed_passes import NativeLowering
from numba.core.typing.templates import make_concrete_template

from ponnuki.kernels.library import Kept, KernelLibrary
from ponnuki.kernels.sooner import garbage_collected_rarely


class _Asking(threading.local):
    """Who asks this thread for a compiled kernel."""

    is_kernel = False

    @contextmanager
    def being(self, is_kernel: bool) -> Iterator[None]:
        before, self.is_kernel = self.is_kernel, is_kernel
        try:
            yield
        finally:
            self.is_kernel = before


_asking = _Asking()


class Entry:
    """A kernel compiled for certain types; numba finds its code under this object when it compiles a caller."""

    def __init__(self, context: Any, library: KernelLibrary, description: Any, environment: Any) -> None:
        self._context, self._library = context, library
        self._description, self._environment = description, environment
        self._function: Callable[..., Any] | None = None

    def function(self) -> Callable[..., Any]:
        """What Python calls."""
        if self._function is None:
            self._library.finish(self._add_wrapper)
            self._function = self._context.get_executable(self._library, self._description, self._environment)
        return self._function

    def _add_wrapper(self) -> None:
        """Add the function that takes Python objects apart, releases the GIL and calls the kernel."""
        self._context.create_cpython_wrapper(
            self._library, self._description, self._environment, call_helper=None, release_gil=True
        )


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(NativeLowering):
    """Numba's pass from typed code to LLVM code. It ends with machine code only where Python asks."""

    _name = "kernel_lowering"

    def run_pass(self, state: Any) -> bool:
        """Make the library and its entry."""
        state.library = KernelLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        entry = Entry(state.targetctx, state.library, lowered.fndesc, lowered.env)
        state.targetctx.insert_user_function(entry, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=entry)
        if not _asking.is_kernel:
            entry.function()
        return True


class KernelCompiler(CompilerBase):
    """Numba's passes, with this one in the place of the other."""

    def define_pipelines(self) -> list[Any]:
        """All passes, in their order."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [
            (KernelLowering if one is NativeLowering else one, description) for one, description in passes.passes
        ]
        passes.finalize()
        return [passes]


class KernelDispatcher(CPUDispatcher):
    """A kernel: compiled for the types with which it is called, or found in the cache."""

    def __init__(self, py_func: Any, locals: Any = None, targetoptions: Any = None) -> None:
        super().__init__(py_func, locals or {}, targetoptions or {}, KernelCompiler)
        self._callable: set[Entry] = set()

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What a caller that is being compiled has to know. Unlike numba's, it names no other version of the kernel."""
        signature, types = self._compiler.fold_argument_types(args, kws)
        with _asking.being(is_kernel=True):
            self.compile(tuple(types))
        version = self.overloads[tuple(types)].signature
        return make_concrete_template(self.__name__, self.__name__, [version]), signature, types, {}

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        with _asking.being(is_kernel=False):
            return super()._compile_for_args(*args, **kws)

    def add_overload(self, cres: Any) -> None:
        """Note a compiled version; it is not known to calls from Python before there is machine code of it."""
        self.overloads[tuple(cres.signature.args)] = cres

    def compile(self, sig: Any) -> Any:
        """An entry for a kernel that asks; a function for Python."""
        with global_compiler_lock, garbage_collected_rarely():
            entry = self._find_or_compile(sig)
            if _asking.is_kernel:
                return entry
            if entry not in self._callable:
                [result] = [result for result in self.overloads.values() if result.entry_point is entry]
                had_code = result.library.kept.machine_code is not None
                self._insert([one._code for one in result.signature.args], entry.function(), False)
                self._callable.add(entry)
                if not had_code:  # another kernel had asked before
                    self._cache.save_overload(sig, result)
            return entry.function()

    def _find_or_compile(self, sig: Any) -> Any:
        """An entry, as numba's `compile` gives one, which also measures how long each step of a compilation takes: a
        twentieth of the time."""
        arguments, return_type = normalize_signature(sig)
        known = self.overloads.get(tuple(arguments))
        if known is not None:
            return known.entry_point
        with self._compiling_counter:
            result = self._cache.load_overload(sig, self.targetctx)
            if result is not None:
                self._cache_hits[sig] += 1
                self.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
                self.add_overload(result)
            else:
                self._cache_misses[sig] += 1
                told = {"dispatcher": self, "args": arguments, "return_type": return_type}
                with trigger_event("numba:compile", data=told):
                    result = self._compiler.compile(arguments, return_type)
                self.add_overload(result)
                self._cache.save_overload(sig, result)
        return result.entry_point


def taken_apart(result: CompileResult) -> tuple[Any, ...]:
    """What has to be kept of a compiled kernel."""
    result.fndesc.typemap = result.fndesc.calltypes = None  # not needed any more, and some cannot be pickled
    library = result.library
    return library.name, library.kept, result.fndesc, result.environment, result.signature


def put_together(context: Any, name: str, kept: Kept, description: Any, environment: Any, signature: Any) -> Any:
    """A compiled kernel of which this was kept."""
    context = context.subtarget(enable_nrt=True)
    library = KernelLibrary(context.codegen(), name, kept)
    return compile_result(
        target_context=context,
        typing_context=context.typing_context,
        library=library,
        environment=environment,
        entry_point=Entry(context, library, description, environment),
        fndesc=description,
        signature=signature,
        objectmode=False,
    )
