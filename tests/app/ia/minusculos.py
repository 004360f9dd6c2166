"""Tiny models of the real architectures, with random weights, as their libraries save them."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

LICENCE: Final = "---\nlicense: apache-2.0\ntags: [x]\n---\nA model.\n"
WORDS: Final = [
    "a hole in the street with water", "a pile of garbage on the road", "um buraco na rua",
    "água na rua e lixo", "the lamp is broken", "uma lâmpada quebrada",
]  # fmt: skip


def library(name: str) -> Any:
    """A library of the extra; typed by nobody."""
    return importlib.import_module(name)


def _saved(folder: Path, *parts: Any) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for part in parts:
        part.save_pretrained(folder)
    (folder / "README.md").write_text(LICENCE, "utf-8")
    return folder


def _byte_level(folder: Path, special: list[str]) -> tuple[Path, Path]:
    """A byte-level vocabulary without merges, as GPT-2's family has it."""
    folder.mkdir(parents=True, exist_ok=True)
    alphabet = sorted(library("tokenizers").pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: place for place, token in enumerate([*special, *alphabet])}
    (folder / "vocab.json").write_text(json.dumps(vocabulary), "utf-8")
    (folder / "merges.txt").write_text("#version: 0.2\n", "utf-8")
    return folder / "vocab.json", folder / "merges.txt"


def whisper(folder: Path) -> Path:
    """WhisperForConditionalGeneration."""
    t = library("transformers")
    special = ["<|endoftext|>", "<|startoftranscript|>", "<|pt|>", "<|transcribe|>",
               "<|notimestamps|>"]  # fmt: skip
    vocab, merges = _byte_level(folder, special)
    tokenizer = t.WhisperTokenizer(
        vocab=str(vocab), merges=str(merges), additional_special_tokens=special[1:]
    )
    config = t.WhisperConfig(
        vocab_size=400, d_model=16, encoder_layers=1, decoder_layers=1,
        encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=32,
        decoder_ffn_dim=32, num_mel_bins=80, max_source_positions=1500, max_target_positions=448,
        pad_token_id=0, bos_token_id=0, eos_token_id=0, decoder_start_token_id=1,
        suppress_tokens=None, begin_suppress_tokens=None,
    )  # fmt: skip
    library("torch").manual_seed(3)
    model = t.WhisperForConditionalGeneration(config)
    processor = t.WhisperProcessor(t.WhisperFeatureExtractor(), tokenizer)
    return _saved(folder, model, processor)


def florence(folder: Path) -> Path:
    """Florence2ForConditionalGeneration."""
    t = library("transformers")
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>", "<image>"]
    vocab, merges = _byte_level(folder, special)
    tokenizer = t.BartTokenizer(
        vocab=str(vocab), merges=str(merges), extra_special_tokens={"image_token": "<image>"}
    )
    reader = t.CLIPImageProcessorPil(
        size={"height": 64, "width": 64}, crop_size={"height": 64, "width": 64},
        do_center_crop=False,
    )  # fmt: skip
    reader.image_seq_length = 5
    processor = t.Florence2Processor(
        image_processor=reader, tokenizer=tokenizer, num_additional_image_tokens=1
    )
    config = t.Florence2Config(
        text_config={
            "model_type": "bart", "vocab_size": 300, "d_model": 16, "encoder_layers": 1,
            "decoder_layers": 1, "encoder_attention_heads": 2, "decoder_attention_heads": 2,
            "encoder_ffn_dim": 32, "decoder_ffn_dim": 32, "max_position_embeddings": 512,
            "pad_token_id": 1, "bos_token_id": 0, "eos_token_id": 2, "decoder_start_token_id": 2,
            "forced_bos_token_id": None, "forced_eos_token_id": None,
        },
        vision_config={
            "embed_dim": [8, 8, 8, 8], "depths": [1, 1, 1, 1], "num_heads": [2, 2, 2, 2],
            "num_groups": [2, 2, 2, 2], "projection_dim": 16, "window_size": 2,
            "patch_size": [7, 3, 3, 3], "patch_stride": [4, 2, 2, 2],
            "patch_padding": [3, 1, 1, 1], "max_position_embeddings": 50,
            "max_temporal_embeddings": 10,
        },
        image_token_id=tokenizer.image_token_id,
    )  # fmt: skip
    library("torch").manual_seed(3)
    return _saved(folder, t.Florence2ForConditionalGeneration(config), processor)


def marian(folder: Path) -> Path:
    """MarianMTModel, with sentence pieces learned from a few words."""
    t, pieces = library("transformers"), library("sentencepiece")
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("source", "target"):
        pieces.SentencePieceTrainer.train(
            sentence_iterator=iter(WORDS * 20), model_prefix=str(folder / name), vocab_size=60,
            hard_vocab_limit=False, minloglevel=2,
        )  # fmt: skip
        (folder / f"{name}.model").rename(folder / f"{name}.spm")
        (folder / f"{name}.vocab").unlink()
    known: dict[str, int] = {"</s>": 0, "<unk>": 1}
    for name in ("source", "target"):
        model = pieces.SentencePieceProcessor(model_file=str(folder / f"{name}.spm"))
        for place in range(model.get_piece_size()):
            known.setdefault(model.id_to_piece(place), len(known))
    known["<pad>"] = len(known)
    (folder / "vocab.json").write_text(json.dumps(known), "utf-8")
    tokenizer = t.MarianTokenizer(
        source_spm=str(folder / "source.spm"), target_spm=str(folder / "target.spm"),
        vocab=str(folder / "vocab.json"), source_lang="en", target_lang="pt",
    )  # fmt: skip
    config = t.MarianConfig(
        vocab_size=len(known), d_model=16, encoder_layers=1, decoder_layers=1,
        encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=32,
        decoder_ffn_dim=32, max_position_embeddings=512, pad_token_id=known["<pad>"],
        eos_token_id=0, decoder_start_token_id=known["<pad>"], forced_eos_token_id=None,
    )  # fmt: skip
    library("torch").manual_seed(3)
    return _saved(folder, t.MarianMTModel(config), tokenizer)


def vit(folder: Path, labels: tuple[str, ...] = ("sfw", "nsfw")) -> Path:
    """ViTForImageClassification."""
    t = library("transformers")
    config = t.ViTConfig(
        hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32,
        image_size=32, patch_size=16, id2label=dict(enumerate(labels)),
        label2id={label: place for place, label in enumerate(labels)},
    )  # fmt: skip
    library("torch").manual_seed(3)
    reader = t.ViTImageProcessorPil(size={"height": 32, "width": 32})
    return _saved(folder, t.ViTForImageClassification(config), reader)


def detr(folder: Path) -> Path:
    """DetrForObjectDetection over a ResNet of the library's own."""
    t = library("transformers")
    backbone = t.ResNetConfig(
        embedding_size=8, hidden_sizes=[8, 8, 8, 16], depths=[1, 1, 1, 1], layer_type="basic",
        out_features=["stage4"],
    )  # fmt: skip
    config = t.DetrConfig(
        use_timm_backbone=False, use_pretrained_backbone=False, backbone=None,
        backbone_config=backbone, d_model=16, encoder_layers=1, decoder_layers=1,
        encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=32,
        decoder_ffn_dim=32, num_queries=5, id2label={0: "N/A", 1: "person", 2: "bicycle"},
        label2id={"N/A": 0, "person": 1, "bicycle": 2},
    )  # fmt: skip
    library("torch").manual_seed(3)
    reader = t.DetrImageProcessorPil(size={"shortest_edge": 64, "longest_edge": 96})
    return _saved(folder, t.DetrForObjectDetection(config), reader)


MAKERS: Final[dict[str, Callable[[Path], Path]]] = {
    "transcricao": whisper,
    "legenda": florence,
    "traducao": marian,
    "nsfw": vit,
    "pessoa": detr,
}
