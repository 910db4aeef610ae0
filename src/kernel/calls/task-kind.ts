import type { z } from 'zod';
import type { Json, JsonObject } from '../../values/json.ts';
import type { Problem } from '../../values/problem.ts';
import type { Services } from '../definition/services.ts';
import type { Origin } from '../definition/writer.ts';

/**
 * The declaration of a kind of long work: its input, its steps, and how a few of them are run. Its record
 * (`async_task`) with progress and a result for each step, its continuation after a crash, its fair share beside other
 * companies' tasks and its cancellation follow from that. Bulk and batch calls are kinds too
 * (processes/tasks/task-writes.ts).
 */
export interface TaskKind<Input extends JsonObject = JsonObject, Step extends Json = Json> {
  /** Unique; it is in events, so it must never change. */
  name: string;
  /** The type that `async_task` shows; several kinds may share one. */
  type: 'bulk_create' | 'bulk_update' | 'form_generation' | 'integration_sync' | 'scenario_seed';
  /** The object of each result. */
  object: string;
  /** Input of the task as a whole. It is in the log in clear: ids and settings, nothing personal. */
  input: z.ZodType<Input>;
  /** One step. Steps are fixed and recorded before the task is accepted, also in clear. */
  step: z.ZodType<Step>;
  /** Steps for each recorded chunk; default 250. Use 1 where a step takes seconds. */
  chunk?: number;
  /** Whether it may be cancelled: finished steps remain, the others are recorded as cancelled. */
  cancellable?: boolean;
  /** Its results stay empty and only its status is shown. Steps that failed are still reported. */
  statusOnly?: boolean;
  /**
   * Whether it waits for somebody else's service. Such tasks have slots of their own: services that are slow, or ask
   * for patience, keep nobody's bulk calls waiting.
   */
  abroad?: boolean;
  /** Process managers that must have followed before the task counts as ended. */
  follows?: readonly string[];
  /**
   * Runs some steps. After a crash the same steps are run again, and that must have no further effect: so ids derive
   * from `task.origin.seed` and the step, and files from `task.id`. A step that cannot be done returns a problem as its
   * result. When this throws, the steps are retried a few times and then reported as failed.
   */
  run(steps: readonly NumberedStep<Step>[], task: TaskInHand<Input>): Promise<StepsDone>;
}

export interface NumberedStep<Step> {
  /** Its place among all steps of the task. */
  index: number;
  step: Step;
}

export interface TaskInHand<Input> {
  id: string;
  input: Input;
  /** Steps before these that were refused: a process may have died meanwhile, and steps are done by the chunk. */
  failed: number;
  /** On whose behalf; `occurred_at` is the time of the request. */
  origin: Origin;
  services: Services;
  /** Aborted when the process stops, another one has the task, or it was cancelled: throw its reason soon. */
  signal: AbortSignal;
}

/** The result of a step: the record that it made, or why it failed. */
export type StepResult = { id: string } | { id?: string; problem: Problem };

/** For a step with nothing to do: it counts as done, and its result names no record. */
export const NOTHING_DONE: StepResult = { id: '' };

export interface StepsDone {
  /** One for each step, in the same order. */
  results: readonly StepResult[];
  /** The last appended position: the end is recorded once that can be read. */
  position?: bigint;
}

/** Declares a kind; its types follow from its schemas. */
export const defineTask = <Input extends JsonObject, Step extends Json>(kind: TaskKind<Input, Step>): TaskKind =>
  // The stored input and steps were checked by this kind's schemas, and are passed only to this kind.
  kind;
