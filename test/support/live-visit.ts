import type { Slot } from '../../shared/evidence/contract.ts'
import type { Answer, ApiClient } from './api-client.ts'
import { recordPhotos, type TestDevice, takePhoto, upload } from './capture.ts'
import { withMetadata } from './exif.ts'
import { jpegOf } from './pictures.ts'

/* One visit as three people and a customer see it through: what is ordered, photographed and said of it. */

/** Stands in the camera's words of every photo, and nowhere else. */
export const exifCanary = 'Canaryexif'

/** Where the customer believes the address to be. */
export const stated = { latitude: 6.601838, longitude: 3.351486 }

const metresPerDegree = 111_195

/** So many metres north of it, as a device says it. */
export const northBy = (metres: number) => ({
  latitude: Number((stated.latitude + metres / metresPerDegree).toFixed(7)),
  longitude: stated.longitude,
})

/** The position of a device at this moment. */
export const positionAt = (metres: number) => ({
  ...northBy(metres),
  accuracyMetres: 12.5,
  measuredAt: new Date().toISOString(),
})

export interface Shot {
  readonly slot: Slot
  readonly bytes: Uint8Array
  /** From the address. */
  readonly metres: number
}

/** A JPEG as a telephone makes it, unlike every other one. */
export const shot = (
  name: string,
  slot: Slot,
  { metres, width = 640, height = 480 }: { metres: number; width?: number; height?: number },
): Shot => ({
  slot,
  metres,
  bytes: withMetadata(jpegOf(width, height), { canary: `${exifCanary}-${name}-${slot}` }),
})

const at = (assignment: string, what = '') => `/v1/operations/assignments/${assignment}${what}`

/** What a device signs of a photo at the shutter. */
export const recordOf = (device: TestDevice, assignment: string, { slot, bytes, metres }: Shot): string => {
  const measured = { accuracyMetres: 14.2, at: new Date(Date.now() - 1000).toISOString() }
  return device.capture(assignment, bytes, { slot, fixes: [{ ...northBy(metres), ...measured }] })
}

const answered = (answer: Answer, ...statuses: number[]): Answer => {
  if (statuses.includes(answer.status)) return answer
  throw new Error(`It was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}

/** The steps of an agent and a reviewer, each an answered call. @throws Error if one is refused */
export const stepsOf = (assignment: string) => ({
  claim: async (by: ApiClient, metres?: number) =>
    answered(
      await by.post(at(assignment, '/claim'), metres === undefined ? {} : { position: positionAt(metres) }),
      200,
    ),
  /** Says which photos there are; the answer says where each goes. */
  record: async (agent: ApiClient, records: readonly string[]) =>
    answered(await recordPhotos(agent, assignment, ...records), 200).body.data,
  upload: async (request: Parameters<typeof upload>[0], { bytes }: Shot): Promise<void> => {
    const { status, code } = await upload(request, bytes)
    if (status !== 200) throw new Error(`An upload was answered ${status} ${code}`)
  },
  arrive: async (agent: ApiClient, { bytes, slot }: Shot) =>
    answered(await takePhoto(agent, assignment, bytes, slot), 200),
  report: async (agent: ApiClient, visit: object) =>
    answered(await agent.post(at(assignment, '/report'), { visit }), 200),
  decide: async (reviewer: ApiClient, decision: object) =>
    answered(await reviewer.post(at(assignment, '/decision'), decision), 200),
  case: async (reviewer: ApiClient) => answered(await reviewer.get(at(assignment)), 200).body,
  trail: async (reviewer: ApiClient) => answered(await reviewer.get(at(assignment, '/trail')), 200).body,
})

/** The whole way of photos: recorded, uploaded, there. */
export const photograph = async (
  agent: ApiClient,
  device: TestDevice,
  assignment: string,
  shots: readonly Shot[],
): Promise<void> => {
  const steps = stepsOf(assignment)
  const recorded = await steps.record(
    agent,
    shots.map(one => recordOf(device, assignment, one)),
  )
  for (const [index, one] of shots.entries()) {
    await steps.upload(recorded[index].upload, one)
    await steps.arrive(agent, one)
  }
}
