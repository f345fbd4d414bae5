import type { ResponseOf } from '../../ui/api.ts'

type WorkNumbers = ResponseOf<'GET /v1/operations/overview'>['work']

export const workStateTexts: Readonly<Record<WorkNumbers['states'][number]['state'], string>> = {
  open: 'Nobody on it',
  claimed: 'With an agent',
  reported: 'Reported',
  staged: 'Second reviewer',
}

export const dueTexts = { late: 'late', dueSoon: 'due within 24 h', dueLater: 'due later' } as const

/** Each step begins where the one before ends. */
export const latenessTexts: Readonly<Record<WorkNumbers['lateBy'][number]['upTo'], string>> = {
  '6h': 'to 6 h',
  '1d': 'to 1 day',
  '3d': 'to 3 days',
  more: 'more',
}
