import type { Position } from '../../event-store/port.ts';
import type { JsonObject } from '../../values/json.ts';
import type { Problem } from '../../values/problem.ts';
import type { ResourceDefinition, State } from './resource.ts';
import type { Services, Tenant } from './services.ts';

/** Who causes a change, and the ids and the time that it and its repeats use. */
export interface Origin {
  tenant: Tenant;
  /** `partner:<id>`, `company:<id>` or `process:<name>`. */
  actor: string;
  request_id: string;
  correlation_id: string;
  causation_id?: string;
  idempotency_key?: string;
  /**
   * A page in a browser asks for it, with a token of purpose `component`: it leaves alone what is locked to such pages.
   */
  component?: boolean;
  /** Business time of the change. */
  occurred_at: string;
  /** A try of the same change may have been made before: the writer looks for its events first. */
  mayRepeat: boolean;
  /** Unique for this cause and the same when it is repeated: event ids and new ids derive from it. */
  seed: string;
  /** What a request that may be repeated keeps of where it writes. */
  container?: KeptContainer;
}

/**
 * The container of the one part that a request changes or deletes. It is kept before the append: when the request is
 * repeated the part may be gone from the read models, and only its container's stream says who deleted it.
 */
export interface KeptContainer {
  /** What an earlier try kept. */
  known: string | undefined;
  keep(id: string): Promise<void>;
}

/**
 * One change of one record. `input` is what the request schema gave: names as in a body, values as kept. `container` is
 * the record that a part lives with, where that was noted when the change was accepted.
 */
export type Change =
  | { op: 'create'; id: string; input: JsonObject }
  | { op: 'update'; id: string; input: JsonObject; ifMatch?: string; container?: string }
  | { op: 'delete'; id: string; ifMatch?: string; container?: string };

export type Outcome =
  | {
      ok: true;
      id: string;
      /** The record after the change; undefined when it was deleted. */
      state: State | undefined;
      /** Where it was appended; undefined when nothing had to be, or an earlier try had done it. */
      position: Position | undefined;
      /** An earlier try of the same change had done it. */
      repeated: boolean;
    }
  | { ok: false; id: string; problem: Problem };

/**
 * Writes changes of one resource, each on its own: a refused one leaves the others be. Outcomes come in the order of
 * the changes. Throws only what is nobody's fault (the store is away).
 */
export type Writer = (
  definition: ResourceDefinition,
  changes: readonly Change[],
  origin: Origin,
  services: Services,
  /** `check`: decides everything and writes nothing. */
  mode?: 'write' | 'check',
) => Promise<Outcome[]>;
