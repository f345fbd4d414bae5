import { operatorOrganisationId } from '../../shared/account/caller.ts'
import { TenantMode } from '../../shared/account/contract.ts'
import { generateSecret } from '../../shared/account/credential.ts'
import { findOrganisations } from '../../shared/account/store.ts'
import { setting } from '../../shared/aws/environment.ts'
import {
  previousEndsAtMs,
  readSecretVersions,
  type SecretVersions,
  secretCacheMs,
  secretLeadMs,
} from '../../shared/aws/secret.ts'
import { endPreviousSecret, putNextSecret } from '../../shared/aws/secret-rotation.ts'
import type { StageSecretName } from '../../shared/aws/stage-secrets.ts'
import { fileLinkLifeDays } from '../../shared/evidence/file-token.ts'
import { linkLifeDays } from '../../shared/link/resolve.ts'
import { dataKeys } from '../../shared/table/data-key-store.ts'
import { erasureDays, heldBodyDays } from '../../shared/table/retention.ts'
import { type KeyUse, type RotatingKey, resealKeys } from '../../shared/table/rotating-key-store.ts'
import { receiptKeys } from '../../shared/signing/signing.ts'
import { listEndpoints, reencryptEndpoint } from '../../shared/webhook/endpoint/store.ts'
import type { CommandOf } from './command.ts'

interface Moved {
  readonly moved: number
  /** What another call must move. */
  readonly left: number
}

/** Within the function's 60 s. */
const moveMs = 40_000

const moveEndpoints = async (): Promise<Moved> => {
  const untilMs = Date.now() + moveMs
  const count = { moved: 0, left: 0 }
  const ids = (await findOrganisations()).map(({ id }) => id)
  for (const organisationId of [operatorOrganisationId, ...ids])
    for (const mode of TenantMode.options)
      for (const endpoint of await listEndpoints({ organisationId, mode })) {
        const result = Date.now() < untilMs ? await reencryptEndpoint(endpoint) : 'left'
        if (result !== 'none') count[result]++
      }
  return count
}

const moveKeys = async <Key extends RotatingKey>(use: KeyUse<Key>): Promise<Moved> => ({
  moved: await resealKeys(use),
  left: 0,
})

interface StageSecret {
  name(): string
  /** How long the value before is accepted. */
  lifeDays(): number
  /** Encrypts with the current value what the one before has encrypted. */
  move?(): Promise<Moved>
  /** How long what is not moved may need the value before. */
  waitDays?(): number
}

/** Nobody moves the bodies of look-ups. */
const waitDays = (): number => heldBodyDays(setting('LOOKUP_RETRIES').giveUpSeconds)

/** A table that is restored holds what the value before has encrypted. */
const restorable = { lifeDays: () => erasureDays }

const rotatable: Readonly<Record<Exclude<StageSecretName, 'id-number-key'>, StageSecret>> = {
  'file-token-key': { name: () => setting('FILE_TOKEN_SECRET'), lifeDays: () => fileLinkLifeDays },
  'link-key': { name: () => setting('LINK_SECRET'), lifeDays: () => linkLifeDays },
  'personal-data-key': {
    name: () => setting('PERSONAL_DATA_SECRET'),
    lifeDays: () => Math.max(erasureDays, waitDays()),
    move: moveEndpoints,
    waitDays,
  },
  'receipt-key': {
    ...restorable,
    name: () => setting('RECEIPT_KEY_SECRET'),
    move: () => moveKeys(receiptKeys),
  },
  'wrapping-key': { ...restorable, name: () => setting('DATA_KEY_SECRET'), move: () => moveKeys(dataKeys) },
}

const rotatableSecret = (name: StageSecretName): StageSecret => {
  if (name === 'id-number-key')
    throw new Error(
      'stageSecret: id-number-key cannot be rotated. People are found by digests made with it, and what they were made of is not stored: under another value nobody’s data could be exported or erased by their telephone or id number',
    )
  return rotatable[name]
}

const iso = (timeMs: number): string => new Date(timeMs).toISOString()

const whenOf = ({ current, previous }: SecretVersions, { lifeDays }: StageSecret) => ({
  since: iso(current.createdAtMs),
  previousUntil: previous ? iso(previousEndsAtMs(current, lifeDays())) : null,
})

const moveAll = async ({ move }: StageSecret): Promise<Moved> => (await move?.()) ?? { moved: 0, left: 0 }

export const listStageSecrets = async () => ({
  secrets: await Promise.all(
    Object.entries(rotatable).map(async ([secret, known]) => ({
      secret,
      ...whenOf(await readSecretVersions(known.name()), known),
    })),
  ),
})

/**
 * Gives a secret a new value, and moves to it what the one before has encrypted. While that one is accepted, it goes on
 * with the same rotation: killed at any point, or asked for twice, it is one.
 */
export const rotateStageSecret = async ({ stageSecret: secret }: CommandOf<'rotateStageSecret'>) => {
  const known = rotatableSecret(secret)
  const name = known.name()
  const before = await readSecretVersions(name)
  const isUnderWay =
    before.previous !== undefined && Date.now() < previousEndsAtMs(before.current, known.lifeDays())
  // A new value takes the label from the one before last, by which nothing may be encrypted then.
  const first = before.previous ? await moveAll(known) : { moved: 0, left: 0 }
  const isNew =
    !isUnderWay && first.left === 0 && (await putNextSecret(name, before.current, generateSecret()))
  const now = await readSecretVersions(name)
  const { moved, left } = isNew ? await moveAll(known) : first
  return { secret, rotation: isNew ? 'begun' : 'continued', ...whenOf(now, known), moved, left }
}

/** Ends the value before ahead of its time. Nothing that is stored may need it. */
export const endStageSecret = async ({
  stageSecret: secret,
  dryRun = false,
}: CommandOf<'endStageSecret'>) => {
  const known = rotatableSecret(secret)
  const name = known.name()
  const versions = await readSecretVersions(name)
  if (!versions.previous) throw new Error('stageSecret: there is no value before')
  const { createdAtMs } = versions.current
  const fromMs = createdAtMs + secretLeadMs + secretCacheMs + (known.waitDays?.() ?? 0) * 86_400_000
  if (Date.now() < fromMs) throw new Error(`stageSecret: the value before is needed until ${iso(fromMs)}`)
  if (dryRun) return { dryRun, secret, ...whenOf(versions, known) }
  const { moved, left } = await moveAll(known)
  if (left > 0) throw new Error(`stageSecret: ${left} endpoints still need the value before; repeat this`)
  await endPreviousSecret(name, versions.previous)
  return { secret, moved, endedAt: iso(Date.now()) }
}
