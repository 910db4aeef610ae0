import type { Position } from '../../event-store/port.ts';
import type { JsonObject } from '../../values/json.ts';
import type { Problem } from '../../values/problem.ts';
import type { EventBody } from '../events/define.ts';
import type { ResourceDefinition, State } from './resource.ts';
import type { Services, Tenant } from './services.ts';

/** The cause of a change, and the seed of ids and the time that it and its repeats use. */
export interface Origin {
  tenant: Tenant;
  /** `partner:<id>`, `company:<id>`, `process:<name>` or `operator:cli`. */
  actor: string;
  request_id: string;
  correlation_id: string;
  causation_id?: string;
  idempotency_key?: string;
  /**
   * A page in a browser requests it, with a token of purpose `component`: it may not change what is locked for such
   * pages.
   */
  component?: boolean;
  /** Business time of the change. */
  occurred_at: string;
  /** Whether the same change may have been tried before: then the writer looks for its events first. */
  mayRepeat: boolean;
  /** Unique for this cause and the same when it is repeated: event ids and new ids derive from it. */
  seed: string;
  /**
   * Of a last try: the problem of the one record at which the service fails, so that the others are written. Without
   * it, and for what concerns all records, the error is thrown.
   */
  faultOf?(error: unknown): Problem | undefined;
  /**
   * The lease of a request on its idempotency key, or of a run on its row of due work: nothing more is appended once
   * another one has taken that over.
   */
  lease?: string;
  /** Where a request writes, stored for its repeats. */
  container?: KeptContainer;
}

/**
 * The container of the one part that a request changes or deletes. It is stored before the append: when the request is
 * repeated, the part may be gone from the read models, and only the container's stream shows which request deleted it.
 */
export interface KeptContainer {
  /** The container that an earlier try stored. */
  known: string | undefined;
  keep(id: string): Promise<void>;
}

/**
 * One change of one record. `input` is the output of the request schema: names as in a body, values as stored.
 * `container` is the container of a part, if it was noted when the change was accepted. `beside` are further events of
 * a record with a stream of its own, appended together with the change.
 */
export type Change =
  | { op: 'create'; id: string; input: JsonObject; beside?: readonly EventBody[] }
  | {
      op: 'update';
      id: string;
      input: JsonObject;
      ifMatch?: string;
      container?: string;
      beside?: readonly EventBody[];
    }
  | { op: 'delete'; id: string; ifMatch?: string; container?: string };

export type Outcome =
  | {
      ok: true;
      id: string;
      /** The record after the change; undefined when it was deleted. */
      state: State | undefined;
      /** Of a part: the record that it is in, as it is then. */
      owner?: State | undefined;
      /** Position of the append; undefined when nothing had to be appended, or an earlier try did it. */
      position: Position | undefined;
      /** The first event of the append is there or behind it; undefined when that is not known. */
      since?: Position | undefined;
      /** Whether an earlier try of the same change did it. */
      repeated: boolean;
    }
  | { ok: false; id: string; problem: Problem };

/**
 * Writes changes of one resource separately: a refused one does not affect the others. Outcomes are in the order of the
 * changes. Throws only errors that concern all changes (the store is unavailable).
 */
export type Writer = (
  definition: ResourceDefinition,
  changes: readonly Change[],
  origin: Origin,
  services: Services,
  /** With `check`, everything is decided and nothing written. */
  mode?: 'write' | 'check',
) => Promise<Outcome[]>;
