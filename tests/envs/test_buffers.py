"""The buffers of a vector: torch and JAX read them through DLPack, no byte is copied, and steps are visible there."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from boardwright.envs.buffers import ALIGNMENT, aligned
from boardwright.envs.vector import Vector

NAMES = ("observations", "mask", "rewards", "terminated", "truncated")


def first_legal(vector: Vector):
    return np.argmax(vector.mask, axis=1)


def vectors(form: str) -> tuple[Vector, Vector]:
    one, other = (Vector("tic_tac_toe", 5, seed=3, opponent="random", observation=form) for _ in range(2))
    return one, other


@pytest.mark.parametrize("form", ["flat", "planes"])
def test_shared_steps_are_those_of_step(form) -> None:
    shared, plain = vectors(form)
    assert np.array_equal(shared.buffers.observations, plain.observations)
    for _ in range(30):
        actions = first_legal(plain)
        step, buffers = plain.step(actions), shared.step_shared(actions)
        for name, wanted in (*zip(NAMES[:1], step[:1]), ("rewards", step.rewards.astype(np.float32))):
            assert np.array_equal(getattr(buffers, name), wanted)
        assert np.array_equal(buffers.mask, step.mask)
        assert np.array_equal(buffers.terminated, step.terminated)
        assert np.array_equal(buffers.truncated, step.truncated)
    assert np.array_equal(shared.reset(9), shared.buffers.observations)


def test_fields_are_shared_as_flat_numbers() -> None:
    vector = Vector("tic_tac_toe", 2, seed=0)
    assert vector.buffers.form.name == "flat"


@pytest.mark.parametrize("form", ["flat", "planes"])
def test_torch_reads_the_same_bytes(form) -> None:
    torch = pytest.importorskip("torch")
    vector, _ = vectors(form)
    tensors = {name: torch.from_dlpack(getattr(vector.buffers, name)) for name in NAMES}
    for name, tensor in tensors.items():
        assert tensor.data_ptr() == getattr(vector.buffers, name).ctypes.data
    assert tensors["mask"].dtype == torch.bool
    before = tensors["observations"].clone()
    vector.step_shared(first_legal(vector))
    assert not torch.equal(tensors["observations"], before)
    for name, tensor in tensors.items():
        assert tensor.data_ptr() == getattr(vector.buffers, name).ctypes.data
        assert np.array_equal(tensor.numpy(), getattr(vector.buffers, name))
    tensors["rewards"].fill_(7)
    assert vector.buffers.rewards.tolist() == [7.0] * 5
    # A copy is told apart: that is what these assertions would catch.
    assert torch.tensor(vector.buffers.rewards).data_ptr() != vector.buffers.rewards.ctypes.data


@pytest.mark.parametrize("form", ["flat", "planes"])
def test_jax_reads_the_same_bytes(form) -> None:
    jax = pytest.importorskip("jax")
    vector, _ = vectors(form)
    for name in NAMES:
        array = getattr(vector.buffers, name)
        taken = jax.dlpack.from_dlpack(array)
        assert taken.unsafe_buffer_pointer() == array.ctypes.data
    rewards = jax.dlpack.from_dlpack(vector.buffers.rewards)
    vector.buffers.rewards[:] = 3
    assert np.asarray(rewards).tolist() == [3.0] * 5
    assert jax.numpy.array(vector.buffers.rewards).unsafe_buffer_pointer() != vector.buffers.rewards.ctypes.data


def test_a_copy_has_buffers_of_its_own() -> None:
    vector, _ = vectors("flat")
    vector.step_shared(first_legal(vector))
    other = copy.deepcopy(vector)
    before = vector.buffers.observations.copy()
    other.step_shared(first_legal(other))
    assert np.array_equal(vector.buffers.observations, before)
    assert other.buffers.mask is other.mask
    assert any(argument is other.mask for argument in other._arguments)


@pytest.mark.parametrize("shape", [(3,), (5, 9), (2, 3, 3, 3)])
def test_arrays_begin_at_a_cache_line(shape) -> None:
    made = aligned(shape, np.float32)
    assert (made.shape, made.ctypes.data % ALIGNMENT, made.any()) == (shape, 0, False)
    assert made.flags.c_contiguous
    assert made.flags.writeable
