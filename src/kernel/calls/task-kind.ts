import type { z } from 'zod';
import type { Json, JsonObject } from '../../values/json.ts';
import type { Problem } from '../../values/problem.ts';
import type { Services } from '../definition/services.ts';
import type { Origin } from '../definition/writer.ts';

/**
 * A kind of long work, declared: what it is given, the steps that it is made of, and how a few of them are done. From
 * that follow its record (`async_task`) with its progress, its going on after a crash, its fair share beside other
 * companies' tasks, its cancellation and what is recorded of each step. Bulk and batch calls are kinds too
 * (processes/tasks/task-writes.ts).
 */
export interface TaskKind<Input extends JsonObject = JsonObject, Step extends Json = Json> {
  /** Unique; is in events, so it never changes. */
  name: string;
  /** What `async_task` shows as its type; several kinds may share one. */
  type: 'bulk_create' | 'bulk_update' | 'form_generation' | 'integration_sync' | 'scenario_seed';
  /** What the results are: the object of each entry. */
  object: string;
  /** What belongs to the task as a whole. Stands in the log in clear: ids and settings, nothing personal. */
  input: z.ZodType<Input>;
  /** One step. They are fixed and recorded before the task is accepted: the same holds for them. */
  step: z.ZodType<Step>;
  /** Steps that are done between two recordings; default 250. One where a step takes seconds. */
  chunk?: number;
  /** Whether it may be cancelled: what is done stays done, each step that is left is recorded as cancelled. */
  cancellable?: boolean;
  /** Its results stay empty; only its status is shown. Steps that failed are reported all the same. */
  statusOnly?: boolean;
  /** Process managers whose work belongs to its end. */
  follows?: readonly string[];
  /**
   * Does some steps. After a crash the same ones are done again: their effect must be the same as of once, so ids
   * derive from `task.origin.seed` and the step, and files from `task.id`. A step that cannot be done is a problem of
   * its own; what is thrown is tried again, and given up after a few times.
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
  /** On whose behalf; its `occurred_at` is when the task was asked for. */
  origin: Origin;
  services: Services;
  /** Aborted when the process stops, another has the task, or it was cancelled: end soon, by throwing its reason. */
  signal: AbortSignal;
}

/** What came of a step: what it made, or why it could not be done. */
export type StepResult = { id: string } | { id?: string; problem: Problem };

/** Nothing was to be done for a step: it counts as done, and no result names a record. */
export const NOTHING_DONE: StepResult = { id: '' };

export interface StepsDone {
  /** One for each step, in their order. */
  results: readonly StepResult[];
  /** The last position that was appended: the end is recorded when it can be read. */
  position?: bigint;
}

/** Types a kind by its schemas. */
export const defineTask = <Input extends JsonObject, Step extends Json>(kind: TaskKind<Input, Step>): TaskKind =>
  // What is stored was checked by the kind's own schemas, and is given to no other.
  kind;
