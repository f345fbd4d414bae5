import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { sign } from '../../../shared/webhook/transport/signature.ts'
import { readCommandLine, UsageError } from '../options.ts'
import { stateFolder } from '../state-folder.ts'

export interface ListenOptions {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly forwardTo: string
  /** `whsec_…`; undefined to generate one. */
  readonly secret: string | undefined
  readonly bodySignature: boolean
  /** ISO 8601; undefined for now. */
  readonly from: string | undefined
  readonly stateFile: string
  /** Exits with 0 after this long without an event. */
  readonly untilIdleSeconds: number | undefined
  /** Exits with 1. */
  readonly timeoutSeconds: number | undefined
}

/** @param command what starts the program */
export const listenHelp = (command: string): string => `${command} --forward-to URL [options]

Reads the events of a stage and posts each to a receiver of yours, signed as a delivery is, one after the other and in
the order of /v1/events. A receiver that fails or is down is tried again until it answers 2xx; nothing overtakes. It goes
on where it stopped. At least once: what was under way when it stopped comes again, under the same webhook-id.

  --forward-to URL       the receiver, http or https
  --url URL              the stage; the local environment's http://localhost:3000 unless given       VERIFICATION_URL
  --client-id ID         local-test unless given                                          VERIFICATION_CLIENT_ID
  --client-secret TEXT   that of local-test by default; better in the environment         VERIFICATION_CLIENT_SECRET
  --secret whsec_…       what signs; unless given one is made, kept and printed           WEBHOOK_SECRET
  --body-signature       also send x-verifyme-signature
  --from WHEN            where a first run begins: now, beginning, or as in 2026-11-21T09:00:00Z; now unless given
  --state FILE           where it keeps how far it got; one a stage, client and receiver unless given
  --until-idle SECONDS   end when no event has come for so long; events are listed 5 s after they happened
  --timeout SECONDS      give up after so long
  --help                 this

Exit code: 0 idle or asked to end, 1 could not go on or gave up, 2 an option was not understood.
In CI: ${command} --forward-to URL --from beginning --until-idle 10 --timeout 120`

const known = {
  'forward-to': { type: 'string' },
  url: { type: 'string' },
  'client-id': { type: 'string' },
  'client-secret': { type: 'string' },
  secret: { type: 'string' },
  'body-signature': { type: 'boolean' },
  from: { type: 'string' },
  state: { type: 'string' },
  'until-idle': { type: 'string' },
  timeout: { type: 'string' },
} as const

/** Undefined for `--help`. @throws UsageError */
export const readListenOptions = (
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): ListenOptions | undefined => {
  const given = readCommandLine(known, args)
  if (given.help) return undefined
  if (given['forward-to'] === undefined) throw new UsageError('--forward-to URL is missing')
  const forwardTo = httpUrl('--forward-to', given['forward-to']).href
  const url = stageUrl(given.url ?? env.VERIFICATION_URL ?? 'http://localhost:3000')
  const clientId = given['client-id'] ?? env.VERIFICATION_CLIENT_ID ?? 'local-test'
  const clientSecret = given['client-secret'] ?? env.VERIFICATION_CLIENT_SECRET ?? `${clientId}-secret`
  return {
    url,
    clientId,
    clientSecret,
    forwardTo,
    secret: signingSecret(given.secret ?? env.WEBHOOK_SECRET),
    bodySignature: given['body-signature'] ?? false,
    from: instant(given.from),
    stateFile: given.state === undefined ? ownFile(url, clientId, forwardTo) : resolve(given.state),
    untilIdleSeconds: seconds('--until-idle', given['until-idle']),
    timeoutSeconds: seconds('--timeout', given.timeout),
  }
}

const httpUrl = (option: string, text: string): URL => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${option} must be an http(s) URL`)
  if (url.username || url.password) throw new UsageError(`${option} must not hold a user name or password`)
  return url
}

/** The client's secret is sent there: never without TLS over a network. */
const stageUrl = (text: string): string => {
  const url = httpUrl('--url', text)
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  if (url.protocol === 'http:' && !isHere) throw new UsageError('--url must be https, but for this machine')
  return [url.origin, ...url.pathname.split('/').filter(Boolean)].join('/')
}

const signingSecret = (secret: string | undefined): string | undefined => {
  if (secret === undefined) return undefined
  try {
    sign({ id: 'trial', timestampSeconds: 0, body: '', secrets: [secret] })
    return secret
  } catch {
    throw new UsageError('--secret must be whsec_ and 24 to 64 bytes in base64')
  }
}

const instant = (text: string | undefined): string | undefined => {
  if (text === undefined || text === 'now') return undefined
  const at =
    text === 'beginning'
      ? 0
      : /^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:\d\d))?$/.test(text)
        ? Date.parse(text)
        : Number.NaN
  if (Number.isNaN(at)) throw new UsageError('--from must be now, beginning, or as in 2026-11-21T09:00:00Z')
  return new Date(at).toISOString()
}

const seconds = (option: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`${option} must be a number of seconds`)
  return Number(text)
}

const ownFile = (...of: readonly string[]): string => {
  const digest = createHash('sha256').update(of.join('\n')).digest('hex').slice(0, 12)
  return join(stateFolder(), `listen-${digest}.json`)
}
