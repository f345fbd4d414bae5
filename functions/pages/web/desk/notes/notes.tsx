import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { CaseNote, CaseNotes } from '../../../../../shared/case/note-contract.ts'
import type { Session } from '../../../../../shared/http/contract/session-routes.ts'
import { callApi } from '../../ui/api.ts'
import { formatCount, formatDateTime, toOneLine } from '../../ui/format.ts'
import { ErrorNotice, QueryView, useMutation, useQuery } from '../../ui/query.tsx'
import { toCaseId } from '../cases/link.ts'
import { Key, KeyButton } from '../review/keys.tsx'
import { useStoredState } from '../review/stored-state.ts'

/** `key`: words that were sent before they were left are sent again as the same note. */
interface NoteDraft {
  readonly words: string
  readonly key: string
}

const noNoteDraft: NoteDraft = { words: '', key: '' }

/** What was written and not sent, of each case. A reload keeps it, and a sign-out takes it away. */
const useNoteDraft = (person: string, caseId: string) => {
  const [drafts, setDrafts] = useStoredState<Readonly<Record<string, NoteDraft>>>(
    'sessionStorage',
    `notes ${person}`,
    {},
  )
  const setWords = (words: string) =>
    setDrafts(({ [caseId]: _before, ...others }) =>
      words === '' ? others : { ...others, [caseId]: { words, key: crypto.randomUUID() } },
    )
  return [drafts[caseId] ?? noNoteDraft, setWords] as const
}

const Note = ({ note: { at, by, handedTo, words } }: { readonly note: CaseNote }) => (
  <li>
    <p class="quiet">
      <bdi>{by}</bdi>
      {handedTo !== null && (
        <>
          {' '}
          to <bdi>{handedTo}</bdi>
        </>
      )}
      , <time dateTime={at}>{formatDateTime(at)}</time>
    </p>
    <p>
      <bdi>{words}</bdi>
    </p>
  </li>
)

const NoteList = ({ data, hidden }: CaseNotes) => (
  <>
    {data.length === 0 && hidden === 0 && <p class="quiet">None yet.</p>}
    <ol>
      {data.map(note => (
        <Note key={note.id} note={note} />
      ))}
    </ol>
    {hidden > 0 && (
      <p class="quiet">
        {formatCount(hidden, 'note')} of the first reviewer {hidden === 1 ? 'is' : 'are'} hidden until the
        second decision.
      </p>
    )}
  </>
)

interface NoteFormProps {
  readonly words: string
  readonly hasFocus: boolean
  readonly isBusy: boolean
  readonly onWords: (words: string) => void
  readonly onSend: () => void
  readonly onCancel: () => void
}

const NoteForm = ({ words, hasFocus, isBusy, onWords, onSend, onCancel }: NoteFormProps) => {
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    if (hasFocus) field.current?.focus()
  }, [])
  const canSend = !isBusy && words.trim() !== ''
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (canSend) onSend()
  }
  return (
    <form onSubmit={submit}>
      <label>
        Note for staff
        <textarea
          ref={field}
          maxLength={2000}
          rows={3}
          value={words}
          readOnly={isBusy}
          aria-describedby="note-readers"
          onInput={({ currentTarget }) => onWords(currentTarget.value)}
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) =>
            key === 'Enter' && (ctrlKey || metaKey) && currentTarget.form?.requestSubmit()
          }
        />
      </label>
      <p id="note-readers" class="quiet">
        Customers and applicants do not see notes. Nobody can change one, and an applicant who asks for all
        their data gets it.
      </p>
      <div class="actions">
        <button type="submit" disabled={!canSend}>
          Write it <Key>Ctrl Enter</Key>
        </button>
        <button type="button" class="plain" onClick={onCancel}>
          Not now
        </button>
      </div>
    </form>
  )
}

interface NotesProps {
  /** Such as `12-890123456789012`; that of a dispute's work is of its case. */
  readonly caseId: string
  readonly session: Session
}

const NotesOf = ({ caseId, session }: NotesProps) => {
  const [{ words, key }, setWords] = useNoteDraft(session.id, caseId)
  /** A form that is there again after a reload leaves the focus where it is: the keys of the page work. */
  const [form, setForm] = useState<'closed' | 'kept' | 'opened'>(words === '' ? 'closed' : 'kept')
  const isOpen = form !== 'closed'
  const { isBusy, error, run } = useMutation()
  const query = useQuery(
    () => callApi('GET /v1/operations/cases/{id}/notes', { params: { id: caseId } }),
    caseId,
  )
  const section = useRef<HTMLElement>(null)
  /** Whoever writes somewhere else by now goes on there. */
  const close = () => {
    setForm('closed')
    if (section.current?.contains(document.activeElement)) section.current.querySelector('button')?.focus()
  }
  const send = () =>
    run(async () => {
      await callApi('POST /v1/operations/cases/{id}/notes', {
        params: { id: caseId },
        body: { words: toOneLine(words) },
        idempotencyKey: key,
      })
      setWords('')
      close()
      await query.again()
    })
  return (
    <section ref={section} aria-labelledby="notes" class="notes">
      <div class="heading">
        <h2 id="notes">Notes</h2>
        <KeyButton shortcut="c" isPressed={isOpen} onPress={() => (isOpen ? close() : setForm('opened'))}>
          Write a note
        </KeyButton>
      </div>
      {isOpen && (
        <NoteForm
          words={words}
          hasFocus={form === 'opened'}
          isBusy={isBusy}
          onWords={setWords}
          onSend={() => void send()}
          onCancel={close}
        />
      )}
      <ErrorNotice error={error} onRetry={() => void send()} />
      <QueryView query={query}>{notes => <NoteList {...notes} />}</QueryView>
    </section>
  )
}

/** The notes of a case, and a form for another. */
export const Notes = ({ caseId, session }: NotesProps) => {
  const id = toCaseId(caseId)
  return <NotesOf key={id} caseId={id} session={session} />
}
