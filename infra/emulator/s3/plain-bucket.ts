/** Buckets without versions: their objects in SQLite, and what S3 answers about them. */
import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { type Answer, xmlElement, type GatewayRequest, xmlAnswer, xmlError } from '../service-call.ts'

interface ObjectEntry {
  readonly key: string
  readonly contentType: string
  readonly etag: string
  readonly storedAt: number
  readonly size: number
}

interface StoredObject extends ObjectEntry {
  readonly bytes: Uint8Array
}

export type ObjectStore = ReturnType<typeof openObjects>

/** The bytes come last, so that a list reads none of them. */
const schema = `
  CREATE TABLE IF NOT EXISTS objects (
    bucket TEXT, key TEXT, contentType TEXT, etag TEXT, storedAt INTEGER, size INTEGER, bytes BLOB,
    PRIMARY KEY (bucket, key)
  )`

/** No key goes on with it, so it ends what begins with a prefix. */
const lastCharacter = '\u{10FFFF}'

export const openObjects = (database: DatabaseSync) => {
  database.exec(schema)
  const upsert = database.prepare('INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?, ?, ?)')
  const select = database.prepare('SELECT * FROM objects WHERE bucket = ? AND key = ?')
  const remove = database.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?')
  const list = database.prepare(
    `SELECT key, contentType, etag, storedAt, size FROM objects
     WHERE bucket = ? AND key >= ? AND key < ? AND key > ? ORDER BY key LIMIT ?`,
  )
  return {
    put: (bucket: string, key: string, contentType: string, bytes: Buffer): string => {
      const etag = `"${createHash('md5').update(bytes).digest('hex')}"`
      upsert.run(bucket, key, contentType, etag, Date.now(), bytes.length, bytes)
      return etag
    },
    find: (bucket: string, key: string) => select.get(bucket, key) as unknown as StoredObject | undefined,
    delete: (bucket: string, key: string): void => void remove.run(bucket, key),
    list: (bucket: string, prefix: string, after: string, limit: number) =>
      list.all(bucket, prefix, prefix + lastCharacter, after, limit) as unknown as readonly ObjectEntry[],
  }
}

const empty = (status: number, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: Buffer.alloc(0),
})

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListBuckets.html */
export const answerBuckets = (names: Iterable<string>): Answer => {
  const buckets = [...names].map(name => `<Bucket>${xmlElement('Name', name)}</Bucket>`)
  return xmlAnswer(`<ListAllMyBucketsResult><Buckets>${buckets.join('')}</Buckets></ListAllMyBucketsResult>`)
}

const maxKeys = 1000

const entryXml = ({ key, storedAt, etag, size }: ObjectEntry): string =>
  `<Contents>${[
    xmlElement('Key', key),
    xmlElement('LastModified', new Date(storedAt).toISOString()),
    xmlElement('ETag', etag),
    xmlElement('Size', size),
    xmlElement('StorageClass', 'STANDARD'),
  ].join('')}</Contents>`

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
export const answerList = (bucket: string, query: URLSearchParams, objects: ObjectStore): Answer => {
  const limit = Math.min(maxKeys, Number(query.get('max-keys') ?? maxKeys))
  const token = query.get('continuation-token')
  const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString()
  const found = objects.list(bucket, query.get('prefix') ?? '', after, limit + 1)
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const isTruncated = last !== undefined && found.length > limit
  const about = [
    xmlElement('Name', bucket),
    xmlElement('Prefix', query.get('prefix') ?? ''),
    xmlElement('KeyCount', shown.length),
    xmlElement('MaxKeys', limit),
    xmlElement('IsTruncated', isTruncated),
    ...(isTruncated
      ? [xmlElement('NextContinuationToken', Buffer.from(last.key).toString('base64url'))]
      : []),
  ]
  return xmlAnswer(
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${about.join('')}${shown.map(entryXml).join('')}</ListBucketResult>`,
  )
}

const putObject = (bucket: string, key: string, request: GatewayRequest, objects: ObjectStore): Answer => {
  const { headers, body } = request
  if (headers['content-encoding']?.includes('aws-chunked'))
    return xmlError(501, 'NotImplemented', 'Bodies in chunks are not supported by the emulator')
  if (headers['if-none-match'] === '*' && objects.find(bucket, key))
    return xmlError(
      412,
      'PreconditionFailed',
      'At least one of the pre-conditions you specified did not hold',
    )
  const contentType = headers['content-type'] ?? 'application/octet-stream'
  return empty(200, { etag: objects.put(bucket, key, contentType, body) })
}

/** The methods that `neededAccess` lets through. */
export const answerObject = (
  bucket: string,
  key: string,
  request: GatewayRequest,
  objects: ObjectStore,
): Answer => {
  if (request.method === 'PUT') return putObject(bucket, key, request, objects)
  if (request.method === 'DELETE') {
    objects.delete(bucket, key)
    return empty(204)
  }
  const found = objects.find(bucket, key)
  if (found === undefined) return xmlError(404, 'NoSuchKey', 'The specified key does not exist.')
  const headers = {
    'content-type': found.contentType,
    etag: found.etag,
    'last-modified': new Date(found.storedAt).toUTCString(),
    'content-length': `${found.size}`,
  }
  return {
    status: 200,
    headers,
    body: request.method === 'HEAD' ? Buffer.alloc(0) : Buffer.from(found.bytes),
  }
}
