/** What an S3 request wants to do, for IAM. https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html */
import type { Access } from '../iam/policy.ts'

export interface S3Request {
  readonly method: string
  readonly bucket: string
  /** Decoded; empty for a request on the bucket itself. */
  readonly key: string
  readonly query: URLSearchParams
  readonly copySource: string | undefined
  readonly body: Buffer
}

export const s3Access = (request: S3Request): Access[] => {
  const { bucket, key, copySource } = request
  const bucketArn = `arn:aws:s3:::${bucket}`
  if (bucket === '') return [{ action: 's3:ListAllMyBuckets', resource: '*' }]
  if (request.method === 'POST' && key === '' && request.query.has('delete'))
    return deletedKeys(request.body).map(deleted => ({
      action: 's3:DeleteObject',
      resource: `${bucketArn}/${deleted}`,
    }))
  if (key === '') return [bucketAccess(request, bucketArn)]
  const access = [{ action: objectAction(request), resource: `${bucketArn}/${key}` }]
  if (copySource === undefined) return access
  const source = decodeURIComponent(copySource).replace(/^\//, '')
  return [...access, { action: 's3:GetObject', resource: `arn:aws:s3:::${source}` }]
}

const bucketAccess = ({ method, query }: S3Request, resource: string): Access => {
  if (method === 'PUT') return { action: 's3:CreateBucket', resource }
  if (method === 'DELETE') return { action: 's3:DeleteBucket', resource }
  if (query.has('uploads')) return { action: 's3:ListBucketMultipartUploads', resource }
  const prefix = query.get('prefix')
  return { action: 's3:ListBucket', resource, ...(prefix !== null && { context: { 's3:prefix': [prefix] } }) }
}

const objectAction = ({ method, query }: S3Request): string => {
  const subresource = query.has('tagging') ? 'Tagging' : query.has('acl') ? 'Acl' : ''
  if (method === 'DELETE')
    return query.has('uploadId') ? 's3:AbortMultipartUpload' : `s3:DeleteObject${subresource}`
  if (method === 'PUT' || method === 'POST') return `s3:PutObject${subresource}`
  if (query.has('uploadId')) return 's3:ListMultipartUploadParts'
  return query.has('attributes') ? 's3:GetObjectAttributes' : `s3:GetObject${subresource}`
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

const deletedKeys = (body: Buffer): string[] =>
  [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) =>
    key.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole),
  )
