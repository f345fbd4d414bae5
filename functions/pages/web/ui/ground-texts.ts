import type { ResponseOf } from './api.ts'

export type Ground = ResponseOf<'POST /v1/addresses/{id}/dispute'>['dispute']['ground']

export const groundTexts: Readonly<Record<Ground, string>> = {
  wrongPerson: 'about somebody else',
  wrongPlace: 'another place or employer',
  changed: 'changed since',
  wrongDetails: 'wrong details',
  evidence: 'the evidence does not show it',
  other: 'another reason',
}
