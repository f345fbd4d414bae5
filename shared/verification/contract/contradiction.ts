/** Why a reviewer decides against what was found: for the desk, and for the customer's report. */
export const contradictionReasons = {
  evidence: 'Photos or documents show otherwise',
  statement: 'Somebody who was asked says otherwise',
  wording: 'Another word or spelling for the same',
  minor: 'The difference is too small to matter',
  mistake: 'The report has a mistake',
  other: 'Another reason',
} as const
export type ContradictionReason = keyof typeof contradictionReasons
