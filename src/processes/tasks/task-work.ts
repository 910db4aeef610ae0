import type { z } from 'zod';
import type { Position } from '../../event-store/port.ts';
import type { NumberedStep, TaskKind } from '../../kernel/calls/task-kind.ts';
import type { DomainEvent, EventBody } from '../../kernel/definition/resource.ts';
import type { Services, StepsRequest, TaskRequest } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import type { EventData } from '../../kernel/events/define.ts';
import { failedEntry, type TaskEntry } from '../../platform/async-task.ts';
import { type asyncTaskStarted, asyncTaskStepsRecorded } from '../../platform/events.ts';
import { isSliceOver, nextTurn } from '../../timing/give-way.ts';
import { packed } from '../../values/group.ts';
import { issuesOf } from '../../values/issues.ts';
import { type Json, type JsonObject, objectOf } from '../../values/json.ts';
import { invalid, type Problem } from '../../values/problem.ts';

/**
 * What the runner of tasks needs of a kind: how its steps are recorded, how they are read back, and how some of them
 * are done. For declared kinds `workOf` makes this; bulk and batch calls have their own (task-writes.ts).
 */
export interface TaskWork {
  name: string;
  cancellable: boolean;
  /** Makes the events that record a request. @throws Problem when it is refused */
  record(request: TaskRequest | StepsRequest, origin: Origin, services: Services): Promise<Recorded>;
  /** The recorded steps from an index on, at most `count`. */
  steps(
    started: JsonObject,
    recorded: readonly DomainEvent[],
    services: Services,
  ): (from: number, count: number) => TaskStep[];
  /** The process managers that the runner waits for before it records the end. */
  follows(started: JsonObject, services: Services): readonly string[];
  /** Those that it waits for as well where an earlier run may have done what reaches others (`reached`). */
  mayReach?(started: JsonObject, services: Services): readonly string[];
  run(steps: readonly TaskStep[], task: WorkInHand): Promise<TaskDone>;
  /** The result of a step that was not done. */
  undone(step: TaskStep, problem: Problem, started: JsonObject): TaskEntry;
}

/** A step as its kind reads it; the runner only counts them. */
export type TaskStep = NumberedStep<unknown>;

export interface WorkInHand {
  id: string;
  started: JsonObject;
  /** Steps before these that were refused. */
  failed: number;
  origin: Origin;
  services: Services;
  signal: AbortSignal;
}

export interface TaskDone {
  entries: TaskEntry[];
  position: Position | undefined;
  /** Process managers that the end waits for as well, since some steps reached others than most do. */
  reached?: readonly string[];
}

export interface Recorded {
  /** Members of `AsyncTaskStarted` beside those of every task. */
  started: Omit<EventData<typeof asyncTaskStarted>, 'from' | 'total' | 'chunk'>;
  bodies: readonly EventBody[];
  total: number;
  chunk: number;
}

export const CHUNK = 250;
/** The same limit as of bulk calls. */
const MAX_STEPS = 20_000;
const MAX_INPUT_BYTES = 256 * 1024;
/** Steps in one event. */
const PART_BYTES = 200 * 1024;
const PART_STEPS = 2_500;

/** Bytes of a value as JSON. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

const tooMany = (): Problem =>
  invalid([
    {
      path: '',
      text: {
        en: `has more than ${MAX_STEPS} steps; select fewer records`,
        fr: `donne plus de ${MAX_STEPS} étapes; restreignez ce qui est demandé`,
      },
    },
  ]);

/** 422: what a task is asked to do with one record is larger than a step may be. */
export const tooLarge = (path: string): Problem =>
  invalid([
    {
      path,
      text: {
        en: `must not be larger than ${MAX_INPUT_BYTES / 1024} KiB`,
        fr: `ne doit pas dépasser ${MAX_INPUT_BYTES / 1024} Kio`,
      },
    },
  ]);

/** Whether a value is larger than a step of a task may be. */
export const isTooLarge = (value: unknown): boolean => bytesOf(value) > MAX_INPUT_BYTES;

/** @throws Problem 422 */
const checked = <T extends Json>(schema: z.ZodType<T>, value: Json): T => {
  const result = schema.safeParse(value);
  if (!result.success) throw invalid(issuesOf(result.error, value));
  if (isTooLarge(result.data)) throw tooLarge('');
  return result.data;
};

/** The work of a declared kind. */
export const workOf = (kind: TaskKind): TaskWork => {
  const { name, type, object, chunk = CHUNK } = kind;
  return {
    name,
    cancellable: kind.cancellable ?? false,

    record: async (request) => {
      if (!('kind' in request)) throw new TypeError(`${name} is a kind of its own, and no bulk or batch call`);
      const { input, steps } = request;
      if (steps.length > MAX_STEPS) throw tooMany();
      const data = checked(kind.input, input);
      const good: Json[] = [];
      for (const step of steps) {
        if (isSliceOver()) await nextTurn();
        good.push(checked(kind.step, step));
      }
      const parts = packed(good, bytesOf, PART_BYTES, PART_STEPS);
      return {
        started: { type, of: object, kind: name, data, ...(kind.statusOnly ? { status_only: true } : {}) },
        bodies: parts.map((part) => asyncTaskStepsRecorded({ steps: [...part] })),
        total: steps.length,
        chunk,
      };
    },

    steps: (_, recorded) => {
      const all = recorded.filter(asyncTaskStepsRecorded.is).flatMap(({ data }) => data.steps);
      return (from, count) => all.slice(from, from + count).map((step, i) => ({ index: from + i, step }));
    },

    follows: () => kind.follows ?? [],

    run: async (steps, { started, ...inHand }) => {
      const task = { ...inHand, input: objectOf(started.data) };
      // The steps come from `steps` of this kind.
      const { results, position } = await kind.run(steps as NumberedStep<Json>[], task);
      if (results.length !== steps.length)
        throw new Error(`${name} gave ${results.length} results of ${steps.length} steps`);
      const entries = results.map(
        (result, i): TaskEntry =>
          'problem' in result
            ? failedEntry(object, steps[i]!.index, result.id, result.problem)
            : { id: result.id, object },
      );
      return { entries, position };
    },

    undone: ({ index }, problem) => failedEntry(object, index, undefined, problem),
  };
};
