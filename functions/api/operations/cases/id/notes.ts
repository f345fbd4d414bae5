import { caseNoteRoutes } from '../../../../../shared/case/note-routes.ts'
import { readCaseNotes, writeNote } from '../../../../../shared/case/notes.ts'
import type { Action } from '../../../../../shared/http/action.ts'
import { named } from '../../../../../shared/http/contract/text.ts'
import { serveWorkers } from '../../../../../shared/http/work-api.ts'

const listCaseNotes: Action<typeof caseNoteRoutes.listCaseNotes> = async ({ caller, params, nowMs }) => ({
  status: 200,
  body: await readCaseNotes({ caller, id: params.id, nowMs }),
})

const writeCaseNote: Action<typeof caseNoteRoutes.writeCaseNote> = async request => {
  const { caller, params, body, nowMs, id: noteId, isRepeat } = request
  return {
    status: 201,
    body: named(await writeNote({ caller, id: params.id, words: body.words, nowMs, noteId, isRepeat })),
  }
}

export const handler = serveWorkers(caseNoteRoutes, { listCaseNotes, writeCaseNote })
