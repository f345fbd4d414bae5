/** AWS::S3::Bucket on fauxqs, and the CORS rules that browsers ask about. */

import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import { list, object, texts } from '../json.ts'
import type { Fauxqs } from '../sqs/fauxqs.ts'

export const bucketProperties = {
  honoured: ['BucketName', 'CorsConfiguration'],
  withoutEffect: [
    'AccessControl',
    'BucketEncryption',
    'LifecycleConfiguration',
    'OwnershipControls',
    'PublicAccessBlockConfiguration',
    'LoggingConfiguration',
    'IntelligentTieringConfigurations',
    'Tags',
  ],
}

export interface Bucket {
  readonly name: string
  /** The CORS headers for a request, or undefined if no rule allows it. */
  corsHeaders(origin: string, method: string): Record<string, string> | undefined
}

/** Creates the bucket unless the data directory already holds it. */
export const hostBucket = ({ ref: name, properties }: HostedResource, fauxqs: Fauxqs): Bucket => {
  if (!fauxqs.buckets.hasBucket(name)) fauxqs.buckets.createBucket(name)
  const rules = list(object(properties.CorsConfiguration).CorsRules).map(object)
  return {
    name,
    corsHeaders: (origin, method) => {
      const rule = rules.find(
        ({ AllowedOrigins, AllowedMethods }) =>
          texts(AllowedOrigins).some(allowed => allowed === '*' || allowed === origin) &&
          texts(AllowedMethods).includes(method),
      )
      return (
        rule && {
          'access-control-allow-origin': texts(rule.AllowedOrigins).includes('*') ? '*' : origin,
          'access-control-allow-methods': texts(rule.AllowedMethods).join(', '),
          'access-control-allow-headers': texts(rule.AllowedHeaders).join(', '),
          'access-control-expose-headers': texts(rule.ExposedHeaders).join(', '),
          vary: 'Origin',
        }
      )
    },
  }
}
