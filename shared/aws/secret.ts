import { createHash, createHmac } from 'node:crypto'
import { decrypt, encrypt } from './cipher.ts'
import { setting } from './environment.ts'
import { Fault } from './errors.ts'
import { services } from './services.ts'
import { createJsonCaller, errorCodeIn, serviceEndpoint } from './signed-call.ts'
import { type HttpResponse, sendWithRetry } from './transport.ts'

/* By hand: the SDK's client would add 13 KB to each of 83 functions (`api/addresses`: 279 KB), and one of them takes orders. */

/**
 * A rotation gives a secret a new value at once; Secrets Manager labels it `AWSCURRENT` and the one before `AWSPREVIOUS`
 * (https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_PutSecretValue.html). Until then a container may
 * have read only the old one. What is encrypted says itself which value opens it, so that its reader asks again. A made-up
 * token looks like one of a new value, so that a new value signs only when every container has read it.
 */
export interface SecretVersion {
  readonly id: string
  readonly text: string
  readonly createdAtMs: number
}

/** For so long a container signs, encrypts and verifies by the values that it read, in milliseconds. */
export const secretCacheMs = 300_000

/** How old a value is before it signs, in milliseconds: every container has read it by then. */
export const secretLeadMs = 2 * secretCacheMs

interface Known {
  readonly readAtMs: number
  readonly current: Promise<SecretVersion>
  /** Read when something asks for it. */
  previous?: Promise<SecretVersion | undefined>
}

const knownByName = new Map<string, Known>()

export const callSecretsManager = (operation: string, input: object): Promise<HttpResponse | undefined> => {
  const sign = createJsonCaller(services.secretsmanager, serviceEndpoint(services.secretsmanager))
  const body = JSON.stringify(input)
  return sendWithRetry(services.secretsmanager, nowMs => sign(operation, body, nowMs))
}

/** What Secrets Manager said instead of doing it: nothing in it is secret. */
export const secretFault = (what: string, answer: HttpResponse | undefined): Fault =>
  new Fault(`${what}: ${answer ? `${answer.statusCode} ${errorCodeIn(answer)}` : 'no answer'}`)

const toVersion = ({ body }: HttpResponse): SecretVersion => {
  const { SecretString, VersionId, CreatedDate } = JSON.parse(body.toString()) as {
    readonly SecretString?: string
    readonly VersionId: string
    readonly CreatedDate: number
  }
  if (!SecretString) throw new Fault('A secret of this stage is empty')
  return { id: VersionId, text: SecretString, createdAtMs: CreatedDate * 1000 }
}

const readCurrent = async (name: string): Promise<SecretVersion> => {
  const answer = await callSecretsManager('GetSecretValue', { SecretId: name })
  if (answer?.statusCode !== 200) throw secretFault('A secret was not read', answer)
  return toVersion(answer)
}

const readPrevious = async (name: string): Promise<SecretVersion | undefined> => {
  const answer = await callSecretsManager('GetSecretValue', { SecretId: name, VersionStage: 'AWSPREVIOUS' })
  if (answer?.statusCode === 200) return toVersion(answer)
  if (answer && errorCodeIn(answer) === 'ResourceNotFoundException') return undefined
  throw secretFault('A secret was not read', answer)
}

const readAnew = (name: string): Known => {
  const own: Known = { readAtMs: Date.now(), current: readCurrent(name) }
  own.current.catch(() => {
    if (knownByName.get(name) === own) knownByName.delete(name)
  })
  knownByName.set(name, own)
  return own
}

const knownOf = (name: string, ageMs = Number.POSITIVE_INFINITY): Known => {
  const known = knownByName.get(name)
  return known && Date.now() - known.readAtMs <= ageMs ? known : readAnew(name)
}

/** Of many that hold the same one, the first reads. */
const knownInsteadOf = (name: string, stale: Known): Known => {
  const known = knownByName.get(name)
  return known && known !== stale ? known : readAnew(name)
}

/** Where Secrets Manager is in trouble, a container that has a value goes on with it. */
const freshOf = async (name: string): Promise<Known> => {
  const before = knownByName.get(name)
  const known = knownOf(name, secretCacheMs)
  try {
    await known.current
    return known
  } catch (error) {
    if (!before || before === known) throw error
    const kept = { ...before, readAtMs: Date.now() }
    knownByName.set(name, kept)
    return kept
  }
}

const previousOf = (name: string, known: Known): Promise<SecretVersion | undefined> => {
  known.previous ??= readPrevious(name).catch(error => {
    delete known.previous
    throw error
  })
  return known.previous
}

/** The text of the secret of this name, read once per container and again after a failure. */
export const secret = async (name: string): Promise<string> => (await knownOf(name).current).text

/** @param name of all secrets, where there is none: for a test's process that comes to another stage */
export const forgetSecret = (name?: string): unknown =>
  name ? knownByName.delete(name) : knownByName.clear()

export interface SecretVersions {
  readonly current: SecretVersion
  readonly previous: SecretVersion | undefined
}

/** As they are now. */
export const readSecretVersions = async (name: string): Promise<SecretVersions> => {
  const known = readAnew(name)
  return { current: await known.current, previous: await previousOf(name, known) }
}

/** The text that signs now. */
export const signingSecret = async (name: string): Promise<string> => {
  const known = await freshOf(name)
  const current = await known.current
  if (Date.now() - current.createdAtMs >= secretLeadMs) return current.text
  return ((await previousOf(name, known)) ?? current).text
}

const dayMs = 86_400_000

/** When nothing that the value before has signed is good any more. @param lifeDays how long what it signs lasts */
export const previousEndsAtMs = ({ createdAtMs }: SecretVersion, lifeDays: number): number =>
  createdAtMs + secretLeadMs + secretCacheMs + lifeDays * dayMs

/**
 * What a token says by the current text, or by the one before as long as a token of it may last; undefined where `read`
 * finds neither has signed it.
 */
export const readSigned = async <Read>(
  { name, lifeDays }: { readonly name: string; readonly lifeDays: number },
  read: (text: string) => Read | undefined,
): Promise<Read | undefined> => {
  const known = await freshOf(name)
  const current = await known.current
  const found = read(current.text)
  if (found !== undefined || Date.now() >= previousEndsAtMs(current, lifeDays)) return found
  const previous = await previousOf(name, known)
  return previous && read(previous.text)
}

export interface EncryptionPurpose {
  readonly purpose: string
  readonly secretName: string
}

const keyOf = ({ purpose }: EncryptionPurpose, { text }: SecretVersion): Buffer =>
  createHash('sha256').update(`${purpose}\n${text}`).digest()

const personal = (purpose: string): EncryptionPurpose => ({
  purpose,
  secretName: setting('PERSONAL_DATA_SECRET'),
})

/** AES-256-GCM. @param subject associated data: decryption needs the same */
export const encryptWith = async (
  key: EncryptionPurpose,
  subject: string,
  bytes: Uint8Array,
): Promise<Uint8Array> => {
  // A container that was frozen for days must not use a value that has ended meanwhile.
  const current = await knownOf(key.secretName, secretCacheMs).current
  return encrypt(keyOf(key, current), subject, bytes)
}

interface Sealed {
  readonly key: EncryptionPurpose
  readonly subject: string
  readonly bytes: Uint8Array
}

const openedBy = (
  version: SecretVersion | undefined,
  { key, subject, bytes }: Sealed,
): Buffer | undefined => {
  if (!version) return undefined
  try {
    return decrypt(keyOf(key, version), subject, bytes)
  } catch {
    return undefined
  }
}

const openedByEither = async (known: Known, sealed: Sealed): Promise<Buffer | undefined> =>
  openedBy(await known.current, sealed) ?? openedBy(await previousOf(sealed.key.secretName, known), sealed)

/** @throws Fault for what was changed, for another subject, and where the value has ended */
export const decryptWith = async (
  key: EncryptionPurpose,
  subject: string,
  bytes: Uint8Array,
): Promise<Buffer> => {
  const sealed = { key, subject, bytes }
  const known = knownOf(key.secretName)
  const opened =
    (await openedByEither(known, sealed)) ??
    // The secret may have been rotated since this container read it.
    (await openedByEither(knownInsteadOf(key.secretName, known), sealed))
  if (!opened) throw new Fault(`What was encrypted as ${key.purpose} cannot be decrypted`)
  return opened
}

/** Encrypts with the current value what the one before has encrypted; undefined for what needs none of it. */
export const encryptAnew = async (
  key: EncryptionPurpose,
  subject: string,
  bytes: Uint8Array,
): Promise<Uint8Array | undefined> => {
  const current = await knownOf(key.secretName, secretCacheMs).current
  if (openedBy(current, { key, subject, bytes })) return undefined
  return encryptWith(key, subject, await decryptWith(key, subject, bytes))
}

export const encryptFor = (purpose: string, subject: string, bytes: Uint8Array): Promise<Uint8Array> =>
  encryptWith(personal(purpose), subject, bytes)

export const decryptFor = (purpose: string, subject: string, bytes: Uint8Array): Promise<Buffer> =>
  decryptWith(personal(purpose), subject, bytes)

export const encryptAnewFor = (
  purpose: string,
  subject: string,
  bytes: Uint8Array,
): Promise<Uint8Array | undefined> => encryptAnew(personal(purpose), subject, bytes)

/** An id that only holders of the secret can compute: 43 characters, base64url. The same until the secret is rotated. */
export const deriveId = async (purpose: string, subject: string): Promise<string> => {
  const key = personal(purpose)
  const current = await knownOf(key.secretName, secretCacheMs).current
  return createHmac('sha256', keyOf(key, current)).update(subject).digest('base64url')
}
