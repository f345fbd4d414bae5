import type { WorkItem } from '../../../../../shared/fieldwork/contract/assignment.ts'
import { changed } from './changes.ts'
import { database, of, strictly } from './database.ts'
import { keepAs } from './keep.ts'
import type { Call } from './records.ts'

type CallKey = Pick<Call, 'by' | 'id'>

const newCall = (by: string, work: WorkItem): Call => ({
  by,
  id: work.id,
  work,
  applicantSays: undefined,
  drafts: {},
  tries: {},
  isLost: false,
  done: undefined,
})

export const listCalls = async (by: string): Promise<readonly Call[]> =>
  (await database()).getAll('calls', of(by))

export const findCall = async (by: string, id: string): Promise<Call | undefined> =>
  (await database()).get('calls', [by, id])

/** Changes a call as it stands at this moment; one that is gone stays gone. @param change undefined: it stays as it is */
export const changeCall = async (
  { by, id }: CallKey,
  change: (standing: Call) => Partial<Call> | undefined,
): Promise<void> => {
  const transaction = (await database()).transaction('calls', 'readwrite', strictly)
  const standing = await transaction.store.get([by, id])
  const difference = standing && change(standing)
  if (difference) await transaction.store.put({ ...standing, ...difference }, [by, id])
  await transaction.done
  if (difference) changed()
}

/** Keeps a call that somebody holds, with what they typed of it before. @returns it as it stands, or undefined if they have gone */
export const keepCall = (by: string, work: WorkItem): Promise<Call | undefined> =>
  keepAs({ by, store: 'calls', key: [by, work.id] }, standing => ({
    ...(standing ?? newCall(by, work)),
    ...{ work, isLost: false, done: undefined },
  }))

/** Deletes a call from the telephone. */
export const forgetCall = async ({ by, id }: CallKey): Promise<void> => {
  await (await database()).delete('calls', [by, id])
  changed()
}

/** Whether something was typed that is not sent. */
export const hasDrafts = ({ drafts }: Call): boolean =>
  Object.values(drafts).some(answers => Object.values(answers).some(Boolean))

/** A call is over: that stays for a day, and nothing else of it. */
export const finishCall = (call: CallKey, done: NonNullable<Call['done']>): Promise<void> =>
  changeCall(call, () => ({
    work: undefined,
    applicantSays: undefined,
    drafts: {},
    tries: {},
    isLost: false,
    done,
  }))
