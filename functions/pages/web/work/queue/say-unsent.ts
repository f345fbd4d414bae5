import { callApi } from '../../ui/api.ts'
import { listRecords, saveRecord } from '../storage/database.ts'
import { getDevice } from '../storage/person.ts'
import { isUnsent } from './photo-state.ts'
import { withTimeout } from './retry.ts'

const timeoutMs = 10_000

/** What is signed and on this phone alone. */
const countSigned = async (by: string) => {
  const [visits, photos] = await Promise.all([listRecords('visits', by), listRecords('photos', by)])
  return {
    reports: visits.filter(({ report }) => report !== undefined).length,
    photos: photos.filter(({ state }) => isUnsent(state)).length,
  }
}

const nothing = { reports: 0, photos: 0 }

const say = async (by: string, held: typeof nothing | undefined): Promise<void> => {
  const { id, isEnrolled, said } = await getDevice(by)
  const { reports, photos } = held ?? (await countSigned(by))
  const last = said ?? { ...nothing, number: 0 }
  if (!isEnrolled || (last.reports === reports && last.photos === photos)) return
  const number = last.number + 1
  await saveRecord('devices', by, stored => ({ ...stored!, said: { ...last, number } }))
  await callApi('PUT /v1/operations/devices/{id}/unsent', {
    params: { id },
    body: { number, reports, photos },
    signal: withTimeout(timeoutMs),
  })
  await saveRecord('devices', by, stored => ({ ...stored!, said: { number, reports, photos } }))
}

/**
 * Tells the office what this phone holds, where that is not what it said last: a visit that is sent as it is signed costs
 * no call. The number is stored before the call, so that a word which is late on its way is known as an older one.
 * @param held as it is unless given
 */
export const sayUnsent = async (by: string, held?: typeof nothing): Promise<void> => {
  try {
    await say(by, held)
  } catch {
    // The work itself goes its own way, and the next synchronisation says it again.
  }
}

/** Before everything on the phone is deleted: the office need not look for what nobody can send any more. */
export const sayNothingIsHeld = (by: string): Promise<void> => sayUnsent(by, nothing)
