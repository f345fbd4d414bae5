import type { WorkItem } from '../../../../../shared/work/contract.ts'
import { notifyChange } from './changes.ts'
import { localDatabase, byPerson, strictDurability } from './database.ts'
import { saveFor } from './save.ts'
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
  (await localDatabase()).getAll('calls', byPerson(by))

export const findCall = async (by: string, id: string): Promise<Call | undefined> =>
  (await localDatabase()).get('calls', [by, id])

/** Changes a call as it stands at this moment; one that is gone stays gone. @param change undefined: it stays as it is */
export const updateCall = async (
  { by, id }: CallKey,
  change: (standing: Call) => Partial<Call> | undefined,
): Promise<void> => {
  const transaction = (await localDatabase()).transaction('calls', 'readwrite', strictDurability)
  const standing = await transaction.store.get([by, id])
  const difference = standing && change(standing)
  if (difference) await transaction.store.put({ ...standing, ...difference }, [by, id])
  await transaction.done
  if (difference) notifyChange()
}

/** Keeps a call that somebody holds, with what they typed of it before. @returns it as it stands, or undefined if they have gone */
export const saveCall = (by: string, work: WorkItem): Promise<Call | undefined> =>
  saveFor({ by, store: 'calls', key: [by, work.id] }, standing => ({
    ...(standing ?? newCall(by, work)),
    ...{ work, isLost: false, done: undefined },
  }))

/** Deletes a call from the telephone. */
export const deleteCall = async ({ by, id }: CallKey): Promise<void> => {
  await (await localDatabase()).delete('calls', [by, id])
  notifyChange()
}

/** Whether something was typed that is not sent. */
export const hasDrafts = ({ drafts }: Call): boolean =>
  Object.values(drafts).some(answers => Object.values(answers).some(Boolean))

/** A call is over: that stays for a day, and nothing else of it. */
export const markCallSent = (call: CallKey, done: NonNullable<Call['done']>): Promise<void> =>
  updateCall(call, () => ({
    work: undefined,
    applicantSays: undefined,
    drafts: {},
    tries: {},
    isLost: false,
    done,
  }))
