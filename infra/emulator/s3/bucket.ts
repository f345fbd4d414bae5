/** AWS::S3::Bucket on fauxqs; one with a lock on the region's own versions. */

import type { DatabaseSync } from 'node:sqlite'
import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import type { Fauxqs } from '../sqs/fauxqs.ts'
import { type BucketCors, bucketCorsProblems, readBucketCors } from './cors.ts'
import { type LockedBucket, lockProblems, readDefaultLock } from './locked/lock.ts'
import { openVersions } from './locked/versions.ts'

export const bucketProperties = {
  honoured: [
    ...['BucketName', 'CorsConfiguration'],
    ...['ObjectLockConfiguration', 'ObjectLockEnabled', 'VersioningConfiguration'],
  ],
  withoutEffect: [
    'BucketEncryption',
    'LifecycleConfiguration',
    'OwnershipControls',
    'PublicAccessBlockConfiguration',
    'Tags',
  ],
}

export const bucketProblems = ({ properties }: HostedResource): string[] => [
  ...bucketCorsProblems(properties.CorsConfiguration),
  ...lockProblems(properties),
]

/** Creates the bucket unless the data directory already holds it, and answers its name and whose pages may use it. */
export const hostBucket = (
  { ref: name, properties }: HostedResource,
  { buckets }: Fauxqs,
): readonly [string, BucketCors] => {
  if (!buckets.hasBucket(name)) buckets.createBucket(name)
  return [name, readBucketCors(properties.CorsConfiguration)]
}

/** The versions of a bucket that locks them; undefined for any other. What was locked stays so when the lock of later ones changes. */
export const hostLock = (
  { ref: name, properties }: HostedResource,
  database: DatabaseSync,
): LockedBucket | undefined => {
  const lock = readDefaultLock(properties.ObjectLockConfiguration)
  return lock && { name, lock, versions: openVersions(database, name) }
}
