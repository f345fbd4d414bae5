import type { ResponseOf } from '../../ui/api.ts'

type WorkNumbers = ResponseOf<'GET /v1/operations/overview'>['work']

type CaseState = ResponseOf<'GET /v1/operations/cases'>['data'][number]['state']

export const workStateTexts: Readonly<Record<CaseState, string>> = {
  open: 'Nobody on it',
  claimed: 'With an agent',
  reported: 'Reported',
  staged: 'Second reviewer',
  decided: 'Decided',
}

/** What a list is of, and in which order. */
export const listTexts = {
  cases: ['Open cases', 'Due first.'],
  backChecks: ['Second visits', 'Due first.'],
  visits: ['Visits', 'What agents hold comes first, then what nobody holds, due first.'],
  visited: ['Visited today', 'The first report comes first. Today is by the clock of Lagos.'],
} as const

export const flagTexts = { strong: 'with strong flags', any: 'with flags' } as const

export const dueTexts = { late: 'late', dueSoon: 'due within 24 h', dueLater: 'due later' } as const

/** Each step begins where the one before ends. */
export const latenessTexts: Readonly<Record<WorkNumbers['lateBy'][number]['upTo'], string>> = {
  '6h': 'to 6 h',
  '1d': 'to 1 day',
  '3d': 'to 3 days',
  more: 'more',
}
