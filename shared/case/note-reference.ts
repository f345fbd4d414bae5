import { describeRoutes, describeSchema, free, type SchemaText } from '../http/describe.ts'
import { CaseNote, CaseNotes, WriteCaseNote } from './note-contract.ts'
import { caseNoteRoutes } from './note-routes.ts'

const words = 'Their employer asked us to call back on Monday.'

export const caseNoteSchemaTexts: readonly SchemaText[] = [
  describeSchema(WriteCaseNote, 'A note.', {
    words: ['What is to be known of the case, in one line.', words],
  }),
  describeSchema(CaseNote, 'A note that somebody wrote. Nobody can change or delete it.', {
    id: ['The id of the note.', 890123456789099],
    at: ['When it was written.', '2026-11-20T09:31:00.000Z'],
    by: ['Who wrote it.', 'reviewer-1'],
    words: ['The note.', words],
    handedTo: [
      'The colleague to whom the case was given with these words.',
      'reviewer-2',
      'Null for any other note.',
    ],
  }),
  describeSchema(CaseNotes, 'The notes of a case.', {
    data: ['The notes, oldest first.'],
    hidden: [
      'How many notes are not shown. A reviewer does not see those of the reviewer who decided first, until a second one has decided.',
      0,
    ],
  }),
]

const parameters = { id: ['The id of the case at the desk.', '12-890123456789012'] } as const

export const caseNoteOperationTexts = describeRoutes(caseNoteRoutes, {
  listCaseNotes: {
    does: 'Reads the notes of a case. The trail records who read them, once an hour.',
    costs: free,
    returns: '200 with all notes, at most a hundred.',
    events: [],
    parameters,
    details:
      'Who made a visit of the case cannot read them, nor who had a part in a decision while its dispute is open. Customers, applicants and employers never see notes: they are in no record, report, receipt or event. The export for a data subject request has them.',
  },
  writeCaseNote: {
    does: 'Writes a note on a case, decided or not. The trail records that, without the words.',
    costs: free,
    returns: '201 with the note. A repeat with the same `Idempotency-Key` returns the same note.',
    events: [],
    parameters,
  },
})
