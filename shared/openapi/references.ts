import { eventOperationTexts, eventSchemaTexts } from '../event/reference.ts'
import type { OperationText, SchemaText } from '../http/describe.ts'
import { httpOperationTexts, httpSchemaTexts } from '../http/reference.ts'
import { identityOperationTexts, identitySchemaTexts } from '../identity/reference.ts'
import { locationOperationTexts, locationSchemaTexts } from '../location/reference.ts'
import type { ActionName } from '../routes.ts'
import { verificationOperationTexts, verificationSchemaTexts } from '../verification/reference.ts'
import { webhookOperationTexts, webhookSchemaTexts } from '../webhook/reference.ts'

export const schemaTexts: readonly SchemaText[] = [
  ...httpSchemaTexts,
  ...locationSchemaTexts,
  ...identitySchemaTexts,
  ...eventSchemaTexts,
  ...webhookSchemaTexts,
  ...verificationSchemaTexts,
]

export const operationTexts: Partial<Readonly<Record<ActionName, OperationText>>> = {
  ...httpOperationTexts,
  ...locationOperationTexts,
  ...identityOperationTexts,
  ...eventOperationTexts,
  ...webhookOperationTexts,
  ...verificationOperationTexts,
}
