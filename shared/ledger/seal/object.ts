import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGunzip, gzipSync } from 'node:zlib'
import { setting } from '../../aws/environment.ts'
import {
  findFirstVersion,
  listFirstVersions,
  type ObjectVersion,
  putIfAbsent,
  readVersion,
} from '../../aws/object-lock-bucket.ts'
import type { Month } from '../contract.ts'
import type { LedgerLine } from '../line.ts'
import { forEachLedgerLine } from '../read-store.ts'
import { createLineSums } from '../sum.ts'
import type { Tenant } from '../../table/tenant.ts'
import type { Seal } from './contract.ts'

/*
 * The bucket has one object of a tenant's month, written once: a line of text, which is the signed seal, and after it the
 * month's lines, as gzip (RFC 1952) of lines of JSON.
 */

export type TenantMonth = Tenant & { readonly month: Month }

const bucket = (): string => setting('LEDGER_BUCKET')

const folderOf = ({ organisationId, mode }: Tenant): string => `${organisationId}/${mode}/`
const objectKey = (of: TenantMonth): string => `${folderOf(of)}${of.month}`

export interface StoredSeal extends ObjectVersion {
  readonly month: Month
}

/** The oldest first. Each by its first version: nobody can change it. */
export const listSeals = async (tenant: Tenant): Promise<readonly StoredSeal[]> => {
  const folder = folderOf(tenant)
  const found = await listFirstVersions(bucket(), folder)
  return found.map(first => ({ ...first, month: first.key.slice(folder.length) }))
}

interface SealObject {
  readonly jws: string
  readonly packed: Buffer
}

export const findSeal = async (of: TenantMonth): Promise<StoredSeal | undefined> => {
  const first = await findFirstVersion(bucket(), objectKey(of))
  return first && { ...first, month: of.month }
}

export const readSeal = async (stored: StoredSeal): Promise<SealObject> => {
  const bytes = await readVersion(bucket(), stored)
  const end = bytes.indexOf('\n')
  return { jws: bytes.subarray(0, Math.max(0, end)).toString(), packed: bytes.subarray(end + 1) }
}

export const digestSeal = (jws: string): string => createHash('sha256').update(jws).digest('hex')

/** What may be said of lines without reading them. */
export type SealContent = Pick<Seal, 'lines' | 'sums' | 'sha256'>

/** Adds up lines as they come, with the digest of their text. */
export const createContent = () => {
  const [digest, sums] = [createHash('sha256'), createLineSums()]
  let count = 0
  return {
    add: (text: string, lines: readonly LedgerLine[]): void => {
      digest.update(text)
      sums.add(lines)
      count += lines.length
    },
    end: (): SealContent => ({ lines: count, sums: [...sums.list()], sha256: digest.digest('hex') }),
  }
}

interface PackedLines extends SealContent {
  readonly packed: readonly Uint8Array[]
}

/**
 * A month's lines, page by page: of a page there is more than its packed text, some 40 bytes a line, only until the next
 * one. Several gzips after one another are one.
 */
export const packLines = async ({ month, ...tenant }: TenantMonth): Promise<PackedLines> => {
  const content = createContent()
  const packed: Uint8Array[] = []
  await forEachLedgerLine(tenant, month, lines => {
    const text = lines.map(line => `${JSON.stringify(line)}\n`).join('')
    content.add(text, lines)
    packed.push(gzipSync(text))
  })
  return { ...content.end(), packed }
}

/** Where there is one, the first stays. */
export const putSeal = async (of: TenantMonth, jws: string, packed: readonly Uint8Array[]): Promise<void> => {
  await putIfAbsent(bucket(), objectKey(of), Buffer.concat([Buffer.from(`${jws}\n`), ...packed]))
}

/** Unpacks some lines at a time. @throws for what is no gzip of lines of JSON */
export const forEachSealedLine = async (
  packed: Buffer,
  work: (text: string, lines: readonly LedgerLine[]) => void,
): Promise<void> => {
  const unpacked = Readable.from([packed]).pipe(createGunzip()).setEncoding('utf8')
  let rest = ''
  for await (const part of unpacked) {
    const text = `${rest}${part}`
    const end = text.lastIndexOf('\n') + 1
    rest = text.slice(end)
    const whole = text.slice(0, end)
    work(
      whole,
      whole
        .split('\n')
        .slice(0, -1)
        .map(line => JSON.parse(line) as LedgerLine),
    )
  }
  if (rest !== '') throw new SyntaxError('The last line of a seal has no end')
}
