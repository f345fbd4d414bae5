/** What Object Lock lets nobody do (https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock.html). */
import { type Json, type JsonObject, object, text } from '../../json.ts'
import { type LockMode, lockModes, type Version, type Versions } from './versions.ts'

/** What is put into a bucket is locked for so many days. */
export interface DefaultLock {
  readonly mode: LockMode
  readonly days: number
}

export interface LockedBucket {
  readonly name: string
  readonly versions: Versions
  readonly lock: DefaultLock
}

const dayMs = 86_400_000

const isMode = (mode: unknown): mode is LockMode => lockModes.includes(mode as LockMode)

/** The lock of a bucket's properties; undefined for a bucket without one. */
export const readDefaultLock = (configuration: Json | undefined): DefaultLock | undefined => {
  const { DefaultRetention } = object(object(configuration).Rule)
  const { Mode, Days } = object(DefaultRetention)
  return isMode(Mode) && Number(Days) > 0 ? { mode: Mode, days: Number(Days) } : undefined
}

/** What of a bucket's lock this region cannot do. */
export const lockProblems = (properties: JsonObject): string[] => {
  const { ObjectLockEnabled, ObjectLockConfiguration, VersioningConfiguration } = properties
  const isVersioned = text(object(VersioningConfiguration).Status) === 'Enabled'
  const isLocked = `${ObjectLockEnabled}` === 'true'
  return [
    ...(isVersioned !== isLocked
      ? ['versions without Object Lock, or Object Lock without versions, are not supported']
      : []),
    ...(isLocked && readDefaultLock(ObjectLockConfiguration) === undefined
      ? ['Object Lock without a default retention of a mode and days is not supported']
      : []),
  ]
}

export const retentionFrom = ({ mode, days }: DefaultLock, nowMs: number) => ({
  mode,
  retainUntil: nowMs + days * dayMs,
})

/** Whether a version can go, or its lock be loosened. @param mayBypass whether the caller asks to and may */
export const isUnderRetention = (
  { mode, retainUntil }: Version,
  mayBypass: boolean,
  nowMs: number,
): boolean =>
  mode !== null && retainUntil !== null && nowMs < retainUntil && !(mode === 'GOVERNANCE' && mayBypass)

/** The retention that a request's body asks for; undefined if it is none. */
export const retentionIn = (xml: string) => {
  const [, mode] = /<Mode>(\w+)<\/Mode>/.exec(xml) ?? []
  const [, until = ''] = /<RetainUntilDate>([^<]+)<\/RetainUntilDate>/.exec(xml) ?? []
  const retainUntil = Date.parse(until)
  return isMode(mode) && !Number.isNaN(retainUntil) ? { mode, retainUntil } : undefined
}

/** Longer, or of the stricter mode, anybody may make it who may set one at all. */
export const isWeakerRetention = (
  { mode, retainUntil }: Version,
  wanted: { readonly mode: LockMode; readonly retainUntil: number },
): boolean =>
  wanted.retainUntil < (retainUntil ?? 0) || (mode === 'COMPLIANCE' && wanted.mode !== 'COMPLIANCE')
