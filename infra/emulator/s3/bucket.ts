import type { DatabaseSync } from 'node:sqlite'
import type { HostedResource } from '../cloudformation/identity.ts'
import type { Fauxqs } from '../sqs/fauxqs.ts'
import { type BucketCors, bucketCorsProblems, readBucketCors } from './cors.ts'
import { type LockedBucket, lockProblems, openVersions, readDefaultLock } from './locked/versions.ts'

export const bucketProblems = ({ properties }: HostedResource): string[] => [
  ...bucketCorsProblems(properties.CorsConfiguration),
  ...lockProblems(properties),
]

export const hostBucket = (
  { ref: name, properties }: HostedResource,
  { buckets }: Fauxqs,
): readonly [string, BucketCors] => {
  if (!buckets.hasBucket(name)) buckets.createBucket(name)
  return [name, readBucketCors(properties.CorsConfiguration)]
}

/** Undefined for a bucket without a lock. Existing locks stay when the bucket's default changes. */
export const hostLock = (
  { ref: name, properties }: HostedResource,
  database: DatabaseSync,
): LockedBucket | undefined => {
  const lock = readDefaultLock(properties.ObjectLockConfiguration)
  return lock && { name, lock, versions: openVersions(database, name) }
}
