import type { OperationText, SchemaText } from '../http/describe.ts'
import { httpOperationTexts, httpSchemaTexts } from '../http/reference.ts'
import { locationOperationTexts, locationSchemaTexts } from '../location/reference.ts'
import type { ActionName } from '../routes.ts'
import { verificationOperationTexts, verificationSchemaTexts } from '../verification/reference.ts'

export const schemaTexts: readonly SchemaText[] = [
  ...httpSchemaTexts,
  ...locationSchemaTexts,
  ...verificationSchemaTexts,
]

export const operationTexts: Partial<Readonly<Record<ActionName, OperationText>>> = {
  ...httpOperationTexts,
  ...locationOperationTexts,
  ...verificationOperationTexts,
}
