import type { Position } from '../../event-store/port.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import type { Turn } from '../../work/turn.ts';

/** For whom, with what and from which cause something is brought up to date. */
export interface Acting {
  services: Services;
  tenant: Tenant;
  /**
   * The origin of an append that compares and repairs: made again it finds no difference, so its ids need not repeat.
   */
  once(step: string, id: string): Origin;
  /** For long work that others wait for; not given, it is done in one go. */
  turn?: Turn | undefined;
  /** Told of each calculation of a stub that was appended, with its position. */
  calculated?: ((at: Position) => void) | undefined;
}
