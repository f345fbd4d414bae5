import type { Assignment } from '../work/assignment/assignment.ts'
import type { Position, VisitReport } from '../work/assignment/contract.ts'
import { isOldFix } from '../work/assignment/fix.ts'
import {
  type OrderedArea,
  placeAtShutter,
  takenAtMs,
  thresholds,
  type Visit,
  type VisitDevice,
} from '../work/assignment/visit.ts'
import { setting } from '../aws/environment.ts'
import { metresBeyond } from '../location/area.ts'
import { lgaArea, stateArea } from '../location/outline.ts'
import { findStatedLocation } from '../verification/stated-location.ts'
import type { AddressVerification } from '../verification/verification.ts'
import { findDevices, sharedDevices } from './device-store.ts'
import type { Photo } from './photo.ts'
import { findAlikePhotos, findLastPosition, findReusedPhotos, saveLastPosition } from './reuse-store.ts'

const devicesOf = async (agent: string, photos: readonly Photo[]): Promise<readonly VisitDevice[]> => {
  const used = new Set(photos.map(({ deviceId }) => deviceId))
  const enrolled = await findDevices(agent)
  const shared = await sharedDevices([...used])
  return [...used].flatMap(id => {
    const device = enrolled.get(id)
    return device ? [{ id, enrolledAt: device.enrolledAt, isUsedByOthers: shared.has(id) }] : []
  })
}

const areaOf = ({ lgaId, stateId }: AddressVerification): OrderedArea => {
  const lga = lgaArea(lgaId)
  const state = stateArea(stateId)
  return {
    lgaName: lga.name,
    stateName: state.name,
    metresBeyond: position => ({ lga: metresBeyond(lga, position), state: metresBeyond(state, position) }),
  }
}

/** Where the device was when it stated a position; undefined for one that was old by then. */
const whereStated = (position: Position | undefined): Position | undefined => {
  if (!position?.receivedAt || !position.statedAt) return position
  const { measuredAt: at, statedAt, clockOffsetMs = 0 } = position
  return isOldFix({ ...position, at }, { at: statedAt, clockOffsetMs }) ? undefined : position
}

const isSince = ({ receivedAt, clockOffsetMs = 0 }: Position, claimedAt: string): boolean =>
  Date.parse(receivedAt!) + clockOffsetMs >= Date.parse(claimedAt) - thresholds.sessionSlackMinutes * 60_000

/** The position of the report. One that was old counts behind that of the last shutter, and none from before the claim. */
export const endOf = (
  { position }: VisitReport,
  { photos, claimedAt }: { readonly photos: readonly Photo[]; readonly claimedAt: string },
) =>
  whereStated(position) ??
  photos.toSorted((one, other) => takenAtMs(other) - takenAtMs(one)).map(placeAtShutter)[0] ??
  (position && isSince(position, claimedAt) ? position : undefined)

interface VisitContext {
  readonly assignment: Assignment
  readonly verification: AddressVerification
  readonly visit: VisitReport
  readonly photos: readonly Photo[]
  readonly at: string
}

/** Assembles a visit with the agent's devices, last position and reused photos. It saves position and photos, so that later visits are compared with them. */
export const assembleVisit = async (context: VisitContext): Promise<Visit> => {
  const { assignment, verification, visit, photos, at } = context
  const { mode, agent = '', claimedAt, claimedFrom } = assignment
  const digests = [...new Set(photos.map(({ sha256 }) => sha256))]
  const [previous, devices, seenBefore, alike] = await Promise.all([
    findLastPosition(mode, agent),
    devicesOf(agent, photos),
    findReusedPhotos(assignment, digests, at),
    findAlikePhotos(assignment, photos, at),
  ])
  const end = endOf(visit, { photos, claimedAt: claimedAt! })
  const [claimed, reported] = [whereStated(claimedFrom), whereStated(visit.position)]
  if (end) await saveLastPosition(mode, agent, { ...end, at })
  return {
    stated: findStatedLocation(verification),
    area: areaOf(verification),
    radiusMetres: setting('FIELDWORK_LIMITS').radiusMetres,
    claimedAt: claimedAt!,
    ...(claimed && { claimedFrom: claimed }),
    reportedAt: at,
    ...(reported && { reportedFrom: reported }),
    photos,
    devices,
    // A returned report is not another visit.
    ...(previous && previous.at < claimedAt! && { previous }),
    seenBefore,
    alike,
  }
}
