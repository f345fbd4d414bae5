/** AWS::S3::Bucket on fauxqs. */

import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import type { Fauxqs } from '../sqs/fauxqs.ts'
import { type BucketCors, bucketCorsProblems, readBucketCors } from './cors.ts'

export const bucketProperties = {
  honoured: ['BucketName', 'CorsConfiguration'],
  withoutEffect: [
    'BucketEncryption',
    'LifecycleConfiguration',
    'OwnershipControls',
    'PublicAccessBlockConfiguration',
    'Tags',
  ],
}

export const bucketProblems = ({ properties }: HostedResource): string[] =>
  bucketCorsProblems(properties.CorsConfiguration)

/** Creates the bucket unless the data directory already holds it, and answers its name and whose pages may use it. */
export const hostBucket = (
  { ref: name, properties }: HostedResource,
  { buckets }: Fauxqs,
): readonly [string, BucketCors] => {
  if (!buckets.hasBucket(name)) buckets.createBucket(name)
  return [name, readBucketCors(properties.CorsConfiguration)]
}
