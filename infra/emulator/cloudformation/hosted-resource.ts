/** A resource of the template with everything resolved: what each kind's file gets to host. */

import type { JsonObject } from '../json.ts'
import type { Stack } from './assembly.ts'

export interface HostedResource {
  readonly stack: Stack
  readonly logicalId: string
  readonly type: string
  /** The construct path, such as `Service/Table/Resource`. */
  readonly path: string
  /** What `Ref` answers. */
  readonly ref: string
  /** What `Fn::GetAtt` answers. Throws for an attribute that the type does not have. */
  attribute(name: string): string
  readonly properties: JsonObject
}

/** What CDK and constructs call the one resource inside them. */
const unspeaking = new Set(['Resource', 'Default', 'Function', 'Handler', 'Lambda'])

/** The construct's own name, by which a person knows the resource: `Dispatcher` for `Service/Dispatcher/Resource`. */
export const shortName = ({ path, logicalId }: HostedResource): string => {
  const parts = path.split('/').filter(part => !unspeaking.has(part))
  return parts.at(-1) ?? logicalId
}
