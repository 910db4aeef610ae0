import type { Gate } from '../../src/kernel/definition/services.ts';

const PATIENT_ms = 60_000;

/**
 * Has answers wait until what follows from a write can be read, however busy the machine is: two seconds, which they
 * wait in operation, may be over then. Who waits for a time of its own goes by that.
 */
export const makePatient = (gate: Gate, patience_ms = PATIENT_ms): void => {
  const { followed } = gate;
  gate.followed = (position, follows, within_ms = patience_ms, ...of) => followed(position, follows, within_ms, ...of);
};
