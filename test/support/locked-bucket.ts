import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import { lockedOperation } from '../../infra/emulator/s3/locked/locked-bucket.ts'
import { openVersions, type Versions } from '../../infra/emulator/s3/locked/versions.ts'
import { close, listen } from './listen.ts'

/** Before it is done, or after. */
type Refusal = boolean | 'afterwards'
type Refuses = (request: { readonly method: string; readonly url: string }) => Refusal | Promise<Refusal>

export interface LocalLockedBucket extends AsyncDisposable {
  /** What it holds. */
  versions(): Versions
  /** Another, empty one in its place. */
  clear(): void
  /** From now on these requests are refused. */
  refuse(which: Refuses): void
}

/** A locked bucket on this machine, by itself, where the SDK of this process finds it. */
export const openLockedBucket = async (name: string): Promise<LocalLockedBucket> => {
  const empty = () => openVersions(new DatabaseSync(':memory:'), name)
  const lock = { mode: 'COMPLIANCE', days: 400 } as const
  let versions = empty()
  let refuses: Refuses = () => false
  const server = createServer(async (message, response) => {
    const { method = '', url = '' } = message
    const body = await buffer(message)
    const refusal = await refuses({ method, url })
    if (refusal === true) return void response.writeHead(403).end()
    const request = { method, url, headers: message.headers as Record<string, string>, body }
    const asked = new URL(url, 'http://localhost')
    const answer = lockedOperation(request, asked, { name, versions, lock })!.answer()
    if (refusal === 'afterwards') return void response.writeHead(403).end()
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: await listen(server),
    TRAIL_LOG_BUCKET: name,
    LEDGER_BUCKET: name,
  })
  return {
    versions: () => versions,
    clear: () => {
      versions = empty()
      refuses = () => false
    },
    refuse: which => {
      refuses = which
    },
    [Symbol.asyncDispose]: () => close(server),
  }
}
