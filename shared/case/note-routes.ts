import type { Route } from '../http/contract/route.ts'
import { byCase } from '../work/case-id-contract.ts'
import { CaseNote, CaseNotes, WriteCaseNote } from './note-contract.ts'

const common = {
  path: '/v1/operations/cases/{id}/notes',
  tag: 'Operations',
  access: ['operations.reviewer', 'operations.operator'],
  params: byCase,
} as const

export const caseNoteRoutes = {
  listCaseNotes: {
    ...common,
    method: 'GET',
    summary: 'Read the notes of a case, oldest first',
    answers: { 200: CaseNotes },
    problems: ['own_visit', 'decided_before', 'not_reported'],
  },
  writeCaseNote: {
    ...common,
    method: 'POST',
    summary: 'Write a note on a case, for staff alone',
    body: WriteCaseNote,
    answers: { 201: CaseNote },
    // The answer has its words: a repeat finds the note itself.
    answerIsPrivate: true,
    problems: ['own_visit', 'decided_before', 'not_reported', 'too_many_notes'],
  },
} as const satisfies Record<string, Route>
