"""The agent pool: agents run in processes of their own, started by `spawn` and supervised.

A job is leased to one worker at a time. A worker that dies or takes too long is replaced and its job runs again; the
log accepts only one answer, so a move is neither lost nor made twice.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection

from boardwright.core.words import Word
from boardwright.server import metrics
from boardwright.server.agent_worker import Answer, Job, work
from boardwright.server.settings import ServerSettings

logger = logging.getLogger(__name__)

Deliver = Callable[[Job, Answer, float], Awaitable[None]]
"""Called with the answer to a job and the seconds that it took. The job stays leased until it returns."""


class Worker:
    """A worker process and the pipe to it. A process that dies is replaced."""

    def __init__(self, settings: ServerSettings, prepare: str | None, niceness: int) -> None:
        self._settings = settings
        self._prepare = prepare
        self._niceness = niceness
        self._lock = threading.Lock()
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None
        self._dismissed = False

    def start(self) -> Connection:
        """Start the process unless it is alive, and return the pipe to it."""
        with self._lock:
            if self._dismissed:
                raise EOFError
            if self._process is None or self._pipe is None or not self._process.is_alive():
                self._end()
                spawn = multiprocessing.get_context("spawn")
                self._pipe, child_end = spawn.Pipe()
                arguments = (child_end, self._settings.kept_agents, self._prepare, self._niceness)
                self._process = spawn.Process(target=work, args=arguments, daemon=True)
                self._process.start()
                child_end.close()
            return self._pipe

    def ask(self, job: Job) -> Answer | None:
        """Run a job and return its answer; None if the worker died or took too long, and was ended."""
        try:
            pipe = self.start()
            pipe.send(job)
            if pipe.poll(self._settings.thinking_seconds):
                answer: Answer = pipe.recv()
                return answer
        except (EOFError, OSError):
            pass
        with self._lock:
            self._end()
        return None

    def dismiss(self) -> None:
        """End the process for good, whatever it is doing. A pending `ask` returns None."""
        with self._lock:
            self._dismissed = True
            if self._process is not None:
                self._process.kill()
                self._process.join()

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None


class Pool:
    """Workers and a bounded queue of jobs. `deliver` is called once with the answer to each job.

    With `niceness` other processes of the machine come first.
    """

    def __init__(self, settings: ServerSettings, prepare: str | None = None, niceness: int = 0) -> None:
        self._settings = settings
        self._queue: asyncio.Queue[Job] = asyncio.Queue()
        self._threads = ThreadPoolExecutor(settings.workers, "worker")
        self._workers = [Worker(settings, prepare, niceness) for _ in range(settings.workers)]
        self._tasks: list[asyncio.Task[None]] = []
        self._delivering: set[asyncio.Task[None]] = set()
        self._leased: dict[tuple[str, int], Job] = {}
        self._warm = False

    @property
    def full(self) -> bool:
        """Whether the queue is full."""
        return self._queue.qsize() >= self._settings.jobs

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a worker."""
        return self._queue.qsize()

    @property
    def healthy(self) -> bool:
        """Whether every worker is supervised: one whose process died is replaced."""
        return not any(task.done() for task in self._tasks)

    def start(self, deliver: Deliver) -> None:
        """Start to take jobs. Processes start with the first match that has an agent."""
        self._tasks = [asyncio.create_task(self._supervise(worker, deliver)) for worker in self._workers]

    def warm(self) -> None:
        """Start the processes now, so that they are ready for the first job."""
        if not self._warm:
            self._warm = True
            for worker in self._workers:
                self._threads.submit(worker.start)

    def submit(self, job: Job) -> None:
        """Queue a job, unless it is already waiting or leased."""
        if (job.match, job.seq) not in self._leased:
            self._leased[job.match, job.seq] = job
            self._queue.put_nowait(job)

    def has(self, match: str, seq: int) -> bool:
        """Whether the job of this event is waiting or leased."""
        return (match, seq) in self._leased

    async def close(self) -> None:
        """End every worker."""
        for task in (*self._tasks, *self._delivering):
            task.cancel()
        for worker in self._workers:
            worker.dismiss()
        await asyncio.gather(*self._tasks, *self._delivering, return_exceptions=True)
        self._threads.shutdown(cancel_futures=True)

    async def _supervise(self, worker: Worker, deliver: Deliver) -> None:
        while True:
            job = await self._queue.get()
            began = time.monotonic()
            answer = await self._run_with_retries(worker, job)
            seconds = time.monotonic() - began
            metrics.AGENT_SECONDS.observe(seconds)
            # In a task of its own: the log may fail for a while, and the worker has other jobs.
            task = asyncio.create_task(self._hand_over(job, answer, seconds, deliver))
            self._delivering.add(task)
            task.add_done_callback(self._delivering.discard)

    async def _hand_over(self, job: Job, answer: Answer, seconds: float, deliver: Deliver) -> None:
        try:
            await deliver(job, answer, seconds)
        except Exception:
            logger.exception("the answer to match %s, event %s could not be delivered", job.match, job.seq)
        finally:
            del self._leased[job.match, job.seq]

    async def _run_with_retries(self, worker: Worker, job: Job) -> Answer:
        loop = asyncio.get_running_loop()
        for _ in range(self._settings.attempts):
            answer = await loop.run_in_executor(self._threads, worker.ask, job)
            if answer is not None:
                return answer
            logger.warning("a worker was lost while it thought about match %s, event %s", job.match, job.seq)
        return Answer(None, Word("agent_failed", {"agent": job.agent, "error": "WorkerLost"}))
