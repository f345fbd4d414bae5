import type { ResponseOf } from './api.ts'

export type Ground = ResponseOf<'POST /v1/addresses/{id}/dispute'>['dispute']['ground']

/** Why a decision is disputed, in the order in which it is asked. */
export const groundTexts = (isEmployment: boolean): Readonly<Record<Ground, string>> => ({
  wrongPerson: 'about somebody else',
  wrongPlace: isEmployment ? 'another employer' : 'another place',
  changed: 'changed since',
  wrongDetails: 'wrong details',
  evidence: 'the evidence does not show it',
  other: 'another reason',
})
