import { caseNoteOperationTexts, caseNoteSchemaTexts } from '../case/note-reference.ts'
import { caseOperationTexts, caseSchemaTexts } from '../case/reference.ts'
import { disputeOperationTexts, disputeSchemaTexts } from '../dispute/reference.ts'
import { employerOperationTexts, employerSchemaTexts } from '../employer/reference.ts'
import { eventOperationTexts, eventSchemaTexts } from '../event/reference.ts'
import { evidenceOperationTexts, evidenceSchemaTexts } from '../evidence/reference.ts'
import { fieldworkOperationTexts, fieldworkSchemaTexts } from '../fieldwork/reference.ts'
import type { OperationText, SchemaText } from '../http/describe.ts'
import { httpOperationTexts, httpSchemaTexts } from '../http/reference.ts'
import { identityOperationTexts, identitySchemaTexts } from '../identity/reference.ts'
import { ledgerSchemaTexts } from '../ledger/reference.ts'
import { locationOperationTexts, locationSchemaTexts } from '../location/reference.ts'
import { mcpOperationTexts, mcpSchemaTexts } from '../mcp/reference.ts'
import { overviewOperationTexts, overviewSchemaTexts } from '../overview/reference.ts'
import { portalOperationTexts, portalSchemaTexts } from '../portal/reference.ts'
import type { ActionName } from '../routes.ts'
import { sandboxOperationTexts, sandboxSchemaTexts } from '../sandbox/reference.ts'
import { trailSchemaTexts } from '../trail/reference.ts'
import { trustOperationTexts, trustSchemaTexts } from '../trust/reference.ts'
import { verificationOperationTexts, verificationSchemaTexts } from '../verification/reference.ts'
import { webhookOperationTexts, webhookSchemaTexts } from '../webhook/reference.ts'
import { assignOperationTexts, assignSchemaTexts } from '../work/assign-reference.ts'
import { caseSearchOperationTexts, caseSearchSchemaTexts } from '../work/case-search-reference.ts'
import { dayOperationTexts, daySchemaTexts } from '../work/day-reference.ts'
import { workOperationTexts, workSchemaTexts } from '../work/reference.ts'

export const schemaTexts: readonly SchemaText[] = [
  ...httpSchemaTexts,
  ...locationSchemaTexts,
  ...trailSchemaTexts,
  ...ledgerSchemaTexts,
  ...identitySchemaTexts,
  ...verificationSchemaTexts,
  ...evidenceSchemaTexts,
  ...employerSchemaTexts,
  ...workSchemaTexts,
  ...assignSchemaTexts,
  ...daySchemaTexts,
  ...disputeSchemaTexts,
  ...eventSchemaTexts,
  ...webhookSchemaTexts,
  ...trustSchemaTexts,
  ...sandboxSchemaTexts,
  ...overviewSchemaTexts,
  ...fieldworkSchemaTexts,
  ...caseSearchSchemaTexts,
  ...caseSchemaTexts,
  ...caseNoteSchemaTexts,
  ...portalSchemaTexts,
  ...mcpSchemaTexts,
]

export const operationTexts: Readonly<Record<ActionName, OperationText>> = {
  ...httpOperationTexts,
  ...locationOperationTexts,
  ...identityOperationTexts,
  ...verificationOperationTexts,
  ...evidenceOperationTexts,
  ...employerOperationTexts,
  ...workOperationTexts,
  ...assignOperationTexts,
  ...disputeOperationTexts,
  ...eventOperationTexts,
  ...webhookOperationTexts,
  ...trustOperationTexts,
  ...sandboxOperationTexts,
  ...overviewOperationTexts,
  ...fieldworkOperationTexts,
  ...dayOperationTexts,
  ...caseSearchOperationTexts,
  ...caseOperationTexts,
  ...caseNoteOperationTexts,
  ...portalOperationTexts,
  ...mcpOperationTexts,
}
