/**
 * Environment variables that pay for or open a model provider's account. They are taken out of what
 * a local server inherits; an entry whose own `env` names one passes it on purpose (PRODUCT.md §3).
 */
export const providerKeys = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'AZURE_OPENAI_API_KEY',
  'CEREBRAS_API_KEY',
  'COHERE_API_KEY',
  'DEEPSEEK_API_KEY',
  'FIREWORKS_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'GROQ_API_KEY',
  'HF_TOKEN',
  'MISTRAL_API_KEY',
  'OPENAI_API_KEY',
  'OPENROUTER_API_KEY',
  'PERPLEXITY_API_KEY',
  'REPLICATE_API_TOKEN',
  'TOGETHER_API_KEY',
  'VOYAGE_API_KEY',
  'XAI_API_KEY',
] as const;

const known: ReadonlySet<string> = new Set(providerKeys);

/** Whether a variable is on the list. Case is ignored since Windows ignores it. */
export function isProviderKey(variable: string): boolean {
  return known.has(variable.toUpperCase());
}
