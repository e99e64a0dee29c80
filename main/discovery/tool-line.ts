import type { JsonObject } from '../../preload/contract/tool.js';
import { neutralise } from './neutralise.js';

/** What a line or definition is made from. Texts may be a stranger's own. */
export interface DescribedTool {
  readonly wireName: string;
  readonly server: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

/** The one line by which a model learns of a deferred tool; nothing is shortened (PRODUCT.md §5, detail `full`). */
export function toolLine({ wireName, server, description }: DescribedTool): string {
  return `• ${wireName}: [${neutralise(server)}] ${neutralise(description)}`.trimEnd();
}

/** The whole definition as a model gets it when the tool is declared up front; for counting. */
export function toolDefinition({ wireName, description, inputSchema }: DescribedTool): string {
  return JSON.stringify({ name: wireName, description, input_schema: inputSchema });
}
