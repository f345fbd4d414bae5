import type { WorkItem } from '../../../../../shared/work/contract.ts'
import { byPerson, localDatabase, notifyChange, saveFor, updateRecord } from './database.ts'
import type { Call } from './records.ts'

type CallKey = Pick<Call, 'by' | 'id'>

const empty = { work: undefined, applicantSays: undefined, drafts: {}, tries: {}, isLost: false }

export const listCalls = async (by: string): Promise<readonly Call[]> =>
  (await localDatabase()).getAll('calls', byPerson(by))

export const findCall = async (by: string, id: string): Promise<Call | undefined> =>
  (await localDatabase()).get('calls', [by, id])

export const updateCall = (
  call: CallKey,
  change: (stored: Call) => Partial<Call> | undefined,
): Promise<void> => updateRecord('calls', call, change)

/** Saves a held call, with what was typed before. @returns the stored call, or undefined if the person has gone */
export const saveCall = (by: string, work: WorkItem): Promise<Call | undefined> =>
  saveFor({ by, store: 'calls', key: [by, work.id] }, stored => ({
    ...(stored ?? { ...empty, by, id: work.id }),
    ...{ work, isLost: false, done: undefined },
  }))

export const deleteCall = async ({ by, id }: CallKey): Promise<void> => {
  await (await localDatabase()).delete('calls', [by, id])
  notifyChange()
}

/** Whether something was typed that is not sent. */
export const hasDrafts = ({ drafts }: Call): boolean =>
  Object.values(drafts).some(answers => Object.values(answers).some(Boolean))

/** Keeps for a day that the call is over, and deletes everything else of it. */
export const markCallSent = (call: CallKey, done: NonNullable<Call['done']>): Promise<void> =>
  updateCall(call, () => ({ ...empty, done }))
