import type { CallOutcome } from '../../preload/contract/call.js';
import type { ServerCard } from '../../preload/contract/server.js';
import type { SearchAnswer, ToolSummary } from '../../preload/contract/tool.js';
import { describeState } from './state-words.js';
import { visibleLine } from './visible-text.js';

/** The documented JSON of one server. */
export interface ServerReport {
  readonly name: string;
  readonly state: string;
  /** In words; empty for a ready server. */
  readonly reason: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stderrTail: readonly string[];
  readonly tools: number;
  readonly source: string;
  readonly transport: string;
  readonly protocol: string | null;
  readonly pid: number | null;
}

export function serverReport(card: ServerCard): ServerReport {
  const failure = card.state.kind === 'failed' ? card.state.failure : undefined;
  return {
    name: card.name,
    state: card.state.kind,
    reason: describeState(card).reason,
    exitCode: failure?.exitCode ?? null,
    signal: failure?.signal ?? null,
    stderrTail: failure?.stderrTail ?? [],
    tools: card.tools,
    source: card.source.file,
    transport: card.transport,
    protocol: card.state.kind === 'ready' ? card.state.protocol : null,
    pid: card.health?.pid ?? null,
  };
}

function serverText(card: ServerCard): string {
  const { word, reason } = describeState(card);
  const tools = card.state.kind === 'ready' ? ` · ${String(card.tools)} tools` : '';
  const lines = [
    `${visibleLine(card.name)}: ${word}${tools} · ${card.transport} · ${visibleLine(card.source.file)}:${String(card.source.line)}`,
  ];
  if (reason !== '') lines.push(`  ${visibleLine(reason)}`);
  if (card.state.kind === 'failed') lines.push(...card.state.failure.stderrTail.map((line) => `  | ${visibleLine(line)}`));
  lines.push(...card.warnings.map((warning) => `  warning: ${visibleLine(warning.message)}`));
  return lines.join('\n');
}

export function serversText(cards: readonly ServerCard[]): string {
  if (cards.length === 0) return 'No servers are configured for this folder.';
  return cards.map(serverText).join('\n');
}

export function toolReport({ server, name, wireName, description, tokens }: ToolSummary): object {
  return { server, name, wireName, description, tokens };
}

export function toolsText(tools: readonly ToolSummary[]): string {
  if (tools.length === 0) return 'No tools: no server is ready.';
  return tools.map((tool) => `${tool.wireName}  ${String(tool.tokens.full)} tokens\n  ${tool.description}`).join('\n');
}

export function searchReport({ results, total, unmatched, nearest }: SearchAnswer): object {
  const hits = results.map(({ server, name, wireName, score, matched }) => ({
    server,
    name,
    wireName,
    score,
    matched: matched.map(({ word }) => word),
  }));
  return { results: hits, total, unmatched, nearest };
}

export function searchText(answer: SearchAnswer): string {
  const lines = answer.results.map((hit) => `${hit.score.toFixed(1).padStart(6)}  ${hit.wireName}\n        ${hit.description}`);
  if (answer.total === 0) lines.push(`Nothing matches.${answer.nearest.length > 0 ? ` Nearest names: ${answer.nearest.join(', ')}` : ''}`);
  else lines.push(`${String(answer.results.length)} of ${String(answer.total)} tools.`);
  if (answer.unmatched.length > 0) lines.push(`Matched nothing: ${answer.unmatched.join(', ')}`);
  return lines.join('\n');
}

type DoneOutcome = Extract<CallOutcome, { kind: 'done' }>;

export function callReport({ result, ms }: DoneOutcome): object {
  return { content: result.blocks, structuredContent: result.structuredContent ?? null, isError: result.isError, ms };
}

export function callText({ result }: DoneOutcome): string {
  return result.blocks
    .map((block) => {
      switch (block.kind) {
        case 'text':
          return block.cut ? `${block.text}\n… cut; ${String(result.bytes)} bytes in all` : block.text;
        case 'image':
        case 'audio':
          return `[${block.kind} ${block.mimeType}, ${String(block.bytes)} bytes]`;
        case 'resource':
          return block.text ?? `[resource ${block.uri}]`;
        case 'resource-link':
          return `[resource ${block.name}: ${block.uri}]`;
        case 'unknown':
          return `[${block.type}] ${block.json}`;
      }
    })
    .join('\n');
}
