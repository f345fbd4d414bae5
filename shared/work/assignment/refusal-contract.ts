/** Why an agent gives a visit back. */
export const refusalReasons = {
  tooFar: 'Too far away',
  unsafe: 'Not safe',
  noTime: 'No time',
  cannotDo: 'Cannot do this work',
  knowsApplicant: 'Knows the person',
  notFound: 'Could not find it',
  other: 'Another reason',
} as const

export type RefusalReason = keyof typeof refusalReasons
export const refusalReasonNames = Object.keys(refusalReasons) as [RefusalReason, ...RefusalReason[]]
