/** The life of a form that goes to an agency. */
export const FORM_STATUSES = ['draft', 'approved', 'processing', 'submitted', 'done', 'rejected'] as const;
export type FormStatus = (typeof FORM_STATUSES)[number];

/** Statuses of forms that an agency has. */
export const FILED: readonly string[] = ['submitted', 'done'];
/** Statuses of forms that went to an agency and were not refused: it has them, or is about to. */
export const SENT: readonly string[] = ['processing', ...FILED];

/** The life of a batch: its forms are approved one by one, so it has no state for that. */
export const BATCH_STATUSES = ['draft', 'processing', 'submitted', 'done', 'rejected'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** Whether a form is reported for the first time, reported again with changes, or taken back. */
export const FORM_STAGES = ['original', 'amendment', 'cancellation'] as const;
export type FormStage = (typeof FORM_STAGES)[number];
